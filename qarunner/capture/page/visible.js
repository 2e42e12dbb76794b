// What a person can see: `hiddenBecause(el)` is "" or says what is in the way.
const FAINT = 0.05;
const rectOf = (el) => remember("boxes", el, () => {
  const r = el.getBoundingClientRect();
  if (r.width && r.height) return r;
  const s = styleOf(el);
  if (s.display === "contents" || (el.childNodes.length && s.overflow === "visible")) {
    const range = document.createRange();
    range.selectNodeContents(el);
    const q = range.getBoundingClientRect();
    if (q.width && q.height) return q;
  }
  return r;
});
const isRoot = (el) => el === document.documentElement || el === document.body;

// ---- along the chain of ancestors: not rendered, too faint, cut to nothing
const opacityOf = (s) => {
  const m = s.filter && s.filter !== "none" && s.filter.match(/opacity\(([\d.]+)(%?)\)/);
  return Number(s.opacity) * (m ? Number(m[1]) / (m[2] ? 100 : 1) : 1);
};
const cutToNothing = (el, s) => {
  if (/^inset\((50|100)%/.test(s.clipPath) || /^circle\(0(px|%)?( at .*)?\)$/.test(s.clipPath)) return "clip-path";
  if ((s.position === "absolute" || s.position === "fixed") && /^rect\((0px|1px),? (0px|1px),? (0px|1px),? (0px|1px)\)$/.test(s.clip)) return "clip";
  if (s.overflowX !== "visible" && s.overflowY !== "visible" && s.display !== "contents" && s.display !== "inline" && !isRoot(el)) {
    const q = el.getBoundingClientRect();
    if (q.width <= 1 && q.height <= 1 && !(el.tagName === "IMG" || el.tagName === "INPUT" || el.tagName === "svg")) return "clip";
  }
  return "";
};
const chainOf = (el) => remember("chains", el, () => {
  const s = styleOf(el), p = parentOf(el);
  const above = p ? chainOf(p) : { why: "", at: null, opacity: 1 };
  const opacity = above.opacity * opacityOf(s);
  const found = (why) => ({ why, at: el, opacity });
  if (s.display === "") return above.why ? above : found("not rendered");
  if (s.display === "none") return found("display: none");
  if (above.why) return above;
  if (p && closedDetails(p, el)) return found("inside closed details");
  if (p && styleOf(p).contentVisibility === "hidden") return { why: "content-visibility: hidden", at: p, opacity };
  if (opacity < FAINT) return found("opacity: " + Math.round(opacity * 100) / 100);
  const cut = cutToNothing(el, s);
  return cut ? found(cut) : { why: "", at: null, opacity };
});

// ---- clipped by ancestors, or beyond what can be scrolled to
const holdsFixed = (s) => s.transform !== "none" || s.perspective !== "none" || s.filter !== "none" || /transform|filter|perspective/.test(s.willChange) || /paint|layout|strict|content/.test(s.contain) || (s.backdropFilter || "none") !== "none";
const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
const viewportOverflow = () => {
  const html = styleOf(document.documentElement), own = html.overflowX !== "visible" || html.overflowY !== "visible";
  return own || !document.body ? html : styleOf(document.body);
};
const clippedAway = (el, r) => {
  let box = { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
  const style = styleOf(el);
  let fixed = style.position === "fixed", absolute = style.position === "absolute", top = topLayer(el);
  for (let n = parentOf(el); n && n !== document.documentElement && !top; n = parentOf(n)) {
    const s = styleOf(n), holds = holdsFixed(s);
    if (topLayer(n)) top = true;
    if ((fixed && !holds) || (absolute && s.position === "static" && !holds)) continue;
    const clips = s.display !== "contents" && s.display !== "inline" && !(n === document.body && viewportOverflow() === s);
    const clipX = clips && s.overflowX !== "visible", clipY = clips && s.overflowY !== "visible";
    if (clipX || clipY) {
      const q = n.getBoundingClientRect();
      const outX = clipX && (box.right <= q.left || box.left >= q.right || q.width < 1);
      const outY = clipY && (box.bottom <= q.top || box.top >= q.bottom || q.height < 1);
      if ((outX && !(scrolls(s.overflowX) && reachable(n, box, q, s))) || (outY && !(scrolls(s.overflowY) && reachable(n, box, q, s)))) return "clipped away by " + describe(n);
      if (outX || outY) box = { left: q.left, top: q.top, right: q.right, bottom: q.bottom };
    }
    fixed = s.position === "fixed"; absolute = s.position === "absolute";
  }
  return beyondPage(box, fixed || top);
};
const topLayer = (el) => { try { return el.matches(":modal, :popover-open"); } catch { return false; } };
const reachable = (n, box, q, s) => {
  // content before the origin of a scrolling box can never be scrolled to
  if (box.bottom <= q.top - n.scrollTop && n.scrollTop >= 0) return false;
  return s.direction === "rtl" || n.scrollLeft < 0 ? box.left < q.right - n.scrollLeft : box.right > q.left - n.scrollLeft;
};
const beyondPage = (box, fixed) => {
  const over = viewportOverflow(), rtl = styleOf(document.scrollingElement || document.documentElement).direction === "rtl";
  const outX = box.right <= 0 || box.left >= innerWidth, outY = box.bottom <= 0 || box.top >= innerHeight;
  if (fixed) return outX || outY ? "outside of the viewport" : "";
  const still = (overflow) => overflow === "hidden" || overflow === "clip";
  if ((outX && still(over.overflowX)) || (outY && still(over.overflowY))) return "outside of the page, which does not scroll";
  if (box.bottom + scrollY <= 0) return "outside of the page";
  return (rtl ? box.left + scrollX >= innerWidth : box.right + scrollX <= 0) ? "outside of the page" : "";
};

// ---- colours
const canvas = (() => { let c = null; return () => c || (c = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })); })();
const colours = new Map();
const colour = (css) => {
  let found = colours.get(css);
  if (found !== undefined) return found;
  const m = css.match(/^rgba?\(([^)]+)\)$/);
  if (m) {
    const p = m[1].split(/[ ,/]+/).map(Number);
    found = { r: p[0], g: p[1], b: p[2], a: p.length > 3 ? p[3] : 1 };
  } else if (CSS.supports("color", css)) {
    const c = canvas();
    c.clearRect(0, 0, 1, 1); c.fillStyle = css; c.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = c.getImageData(0, 0, 1, 1).data;
    found = { r, g, b, a: a / 255 };
  } else found = null;
  if (colours.size < 500) colours.set(css, found);
  return found;
};
const PICTURES = ["IMG", "VIDEO", "IFRAME", "EMBED", "OBJECT"]; // a canvas may well be transparent
const opaque = (s) => { const c = colour(s.backgroundColor); return s.backgroundImage !== "none" || (c ? c.a >= 0.95 : true); };
const paints = (el) => {
  const s = styleOf(el);
  if (Number(s.opacity) < 0.95 || s.visibility !== "visible") return false;
  return PICTURES.includes(el.tagName) || opaque(s);
};
// Is something painted inside the box of an element that is not its background? Then we don't know what lies behind.
const paintsOtherwise = (el, s) => {
  if (/inset/.test(s.boxShadow)) return true;
  return ["::before", "::after"].some((which) => { const p = getComputedStyle(el, which); return p.content !== "none" && p.content !== "normal" && p.display !== "none" && (p.backgroundImage !== "none" || (colour(p.backgroundColor) || { a: 1 }).a > 0); });
};
const backdrop = (el) => remember("backdrops", el, () => {
  const s = styleOf(el);
  if (s.backgroundImage !== "none" || paintsOtherwise(el, s)) return null;
  const c = colour(s.backgroundColor);
  if (!c || (c.a > 0 && c.a < 0.99)) return null;
  if (c.a >= 0.99) return c;
  const p = parentOf(el);
  return p ? backdrop(p) : canvasColour();
});
const canvasColour = () => {
  const meta = document.querySelector("meta[name='color-scheme']");
  const own = styleOf(document.documentElement).colorScheme, scheme = own && own !== "normal" ? own : (meta && meta.content) || "";
  const dark = /dark/.test(scheme) && (!/light/.test(scheme) || matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? { r: 18, g: 18, b: 18, a: 1 } : { r: 255, g: 255, b: 255, a: 1 };
};
const near = (a, b) => Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b) < 8;
const onSomethingElse = (node) => {
  // a box that is no ancestor may lie between the text and the backdrop of its ancestors
  const range = document.createRange();
  range.selectNodeContents(node);
  const r = range.getBoundingClientRect(), el = node.parentElement;
  return !!el && elementsAt((r.left + r.right) / 2, (r.top + r.bottom) / 2).some((e) => (paints(e) || parseFloat(styleOf(e).borderTopWidth) > 3) && !contains(e, el) && !contains(el, e));
};
const inked = (node, s) => {
  if (s.textShadow !== "none" || s.backgroundClip === "text" || s.webkitBackgroundClip === "text" || parseFloat(s.webkitTextStrokeWidth) > 0) return true;
  const ink = colour(s.webkitTextFillColor || s.color), behind = node.parentElement && backdrop(node.parentElement);
  if (!ink || (ink.a > FAINT && !behind)) return true;
  return ink.a > FAINT && (!near(ink, behind) || onSomethingElse(node));
};
const readable = (el) => {
  // true as soon as one piece of text differs from what lies behind it, or there is something else to see
  let texts = 0;
  const go = (n) => {
    const s = styleOf(n);
    if (s.display === "none") return false;
    if (n !== el && (paints(n) || ["svg", "INPUT", "TEXTAREA", "SELECT"].includes(n.tagName))) return true;
    for (const c of childrenOf(n)) {
      if (c.nodeType === 3) { if (c.data.trim()) { texts++; if (inked(c, s)) return true; } }
      else if (c.nodeType === 1 && go(c)) return true;
    }
    return false;
  };
  return go(el) || texts === 0;
};
const indented = (el, r, s) => {
  // image replacement: the text is moved out of its box, and nothing else is painted there
  if (parseFloat(s.textIndent) > -200 || opaque(s)) return false;
  const range = document.createRange();
  range.selectNodeContents(el);
  const q = range.getBoundingClientRect();
  return q.right <= r.left || q.right + scrollX <= 0;
};
