// What lies over an element.
const elementsAt = (x, y) => {
  const out = [];
  const go = (root) => {
    for (const e of root.elementsFromPoint(x, y)) {
      if (out.includes(e)) continue;
      if (e.shadowRoot && root !== e.shadowRoot) go(e.shadowRoot);
      if (!out.includes(e)) out.push(e);
    }
  };
  go(document);
  return out;
};
// Boxes that let the pointer through are seen all the same: until the end of this look nothing does.
const hitSheet = (() => { let sheet = null; return () => { if (!sheet) { sheet = new CSSStyleSheet(); sheet.replaceSync("* { pointer-events: auto !important }"); } return sheet; }; })();
const hitEverything = () => {
  if (!memory || memory.undo) return;
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, hitSheet()];
  memory.undo = () => { document.adoptedStyleSheets = before; };
};
const opaqueUpTo = (top, el) => { for (let n = top; n && !contains(n, el); n = parentOf(n)) if (opacityOf(styleOf(n)) < 0.95) return false; return true; };
const hides = (e, el, x, y) => {
  if (e === document.documentElement || e === document.body) return false;
  if (e.tagName === "DIALOG" && topLayer(e)) {
    const r = e.getBoundingClientRect();
    if (x < r.left || x >= r.right || y < r.top || y >= r.bottom) return opaque(getComputedStyle(e, "::backdrop"));
  }
  return paints(e) && opaqueUpTo(e, el);
};
const inertBySelf = (el) => { for (let n = el; n; n = parentOf(n)) if (n.inert) return true; return false; };
const coveredAt = (el, x, y, inert) => {
  const top = document.elementFromPoint(x, y);
  if (!top || top === el || (!top.shadowRoot && contains(el, top))) return null;
  for (const e of elementsAt(x, y)) {
    if (e === el || contains(el, e) || contains(e, el)) return null;
    if (inert && !(el.compareDocumentPosition(e) & 4)) return null; // inert boxes are never hit: only what follows can lie over them
    if (hides(e, el, x, y)) return e;
  }
  return null;
};
// Where there is something to see: the lines of an element that holds nothing but text, else its whole box.
const textBoxes = (el, whole) => {
  if (![...childrenOf(el)].every((c) => c.nodeType === 3 || c.nodeType === 8) || paints(el) || controlText(el) !== null) return [whole];
  const range = document.createRange();
  range.selectNodeContents(el);
  const lines = [...range.getClientRects()].slice(0, 4)
    .map((q) => ({ left: Math.max(q.left, whole.left), top: Math.max(q.top, whole.top), right: Math.min(q.right, whole.right), bottom: Math.min(q.bottom, whole.bottom) }))
    .filter((q) => q.right - q.left >= 1 && q.bottom - q.top >= 1);
  return lines.length ? lines : [whole];
};
const coveredBy = (el, r) => {
  const vw = innerWidth, vh = innerHeight;
  const l = Math.max(r.left, 0), t = Math.max(r.top, 0), rt = Math.min(r.right, vw), b = Math.min(r.bottom, vh);
  if (rt - l < 1 || b - t < 1) return coveredEverywhere(el);
  hitEverything();
  const inert = inertBySelf(el);
  let by = null;
  const boxes = textBoxes(el, { left: l, top: t, right: rt, bottom: b });
  for (const box of boxes) for (const fx of [0.5, 0.1, 0.9, 0.3, 0.7]) for (const fy of [0.5, 0.15, 0.85]) {
    const hidden = coveredAt(el, box.left + (box.right - box.left) * fx, box.top + (box.bottom - box.top) * fy, inert);
    if (!hidden) return null;
    by = by || hidden;
  }
  return scrollUncovers(el, by, { left: l, top: t, right: rt, bottom: b }) ? null : by;
};
// What is outside of the viewport is covered when one box stays before the whole viewport.
const coveredEverywhere = (el) => {
  if (memory && memory.front !== undefined) return memory.front && !contains(memory.front, el) ? memory.front : null;
  hitEverything();
  const before = (e) => {
    const r = e.getBoundingClientRect();
    return r.left <= 0 && r.top <= 0 && r.right >= innerWidth && r.bottom >= innerHeight && paints(e) && opaqueUpTo(e, document.body) && staysPut(e, null);
  };
  const front = elementsAt(innerWidth / 2, innerHeight / 2).find(before) || null;
  if (memory) memory.front = front;
  return front && !contains(front, el) ? front : null;
};
// Does the box `by` keep its place while `scroller` (null: the page) scrolls?
const staysPut = (by, scroller) => {
  for (let n = by; n && n !== scroller; n = parentOf(n)) if (["fixed", "sticky"].includes(styleOf(n).position) || topLayer(n)) return true;
  return scroller !== null && !contains(scroller, by);
};
const scrollUncovers = (el, by, r) => {
  const q = by.getBoundingClientRect();
  for (let n = parentOf(el); n; n = parentOf(n)) {
    const page = n === document.documentElement, s = page ? viewportOverflow() : styleOf(n);
    const moves = page ? !["hidden", "clip"].includes(s.overflowY) : n !== document.body && scrolls(s.overflowY);
    if (topLayer(n) || styleOf(n).position === "fixed") return false;
    if (!moves || !staysPut(by, page ? null : n)) continue;
    const box = page ? document.scrollingElement || n : n;
    const view = page ? { top: 0, bottom: innerHeight } : n.getBoundingClientRect();
    const up = box.scrollTop, down = box.scrollHeight - box.clientHeight - box.scrollTop;
    const below = q.bottom - r.top, above = r.bottom - q.top;
    if (below <= up && r.top + below + 4 < view.bottom) return true;
    if (above <= down && r.bottom - above - 4 > view.top) return true;
  }
  return false;
};
// The look of a native box is often replaced by its label: what a person sees and clicks is the label.
const hiddenBecause = (el) => {
  const why = hiddenItself(el);
  const box = why && el.tagName === "INPUT" && (el.type === "checkbox" || el.type === "radio") && /^(opacity|clip|empty box|outside)/.test(why);
  return box && el.labels && [...el.labels].some((label) => hiddenItself(label) === "") ? "" : why;
};
const hiddenItself = (el) => {
  if (!el.isConnected) return "not in the page";
  if (el.tagName === "OPTION" || el.tagName === "OPTGROUP") {
    const select = el.closest("select");
    if (select && !(select.multiple || select.size > 1)) return styleOf(el).display === "none" ? "display: none" : hiddenBecause(select);
  }
  const chain = chainOf(el);
  if (chain.why) return chain.why + (chain.at === el ? "" : " of " + describe(chain.at));
  const style = styleOf(el);
  if (style.visibility !== "visible") {
    return [...childrenOf(el)].some((c) => c.nodeType === 1 && hiddenBecause(c) === "") ? "" : "visibility: " + style.visibility;
  }
  const r = rectOf(el);
  if (r.width < 1 || r.height < 1) {
    return [...childrenOf(el)].some((c) => c.nodeType === 1 && hiddenBecause(c) === "") ? "" : "empty box";
  }
  if (el.tagName === "IMG" && !(el.complete && el.naturalWidth > 0)) return "image not decoded";
  const away = clippedAway(el, r);
  if (away) return away;
  if (indented(el, r, style)) return "its text is clipped away";
  const by = coveredBy(el, r);
  if (by) return "covered by " + describe(by);
  return readable(el) ? "" : "its text has the colour of what lies behind it";
};
