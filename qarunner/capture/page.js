// What can be seen in a page. Plain DOM, no state kept between calls but the watch of `watch()`.
// Used as a selector engine (`byText`), for looks at elements (`facts`) and by the observer (`watch`).
const qa = (() => {
  const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
  const fold = (s) => s.normalize("NFC").replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
  const MAX_TEXT = 100000;
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE"]);
  const BUTTON_INPUTS = new Set(["button", "submit", "reset", "image"]);

  const parentOf = (n) => n.assignedSlot || n.parentElement || (n.getRootNode() instanceof ShadowRoot ? n.getRootNode().host : null);
  const childrenOf = (el) => {
    if (el.shadowRoot) return el.shadowRoot.childNodes;
    if (el.tagName === "SLOT") { const a = el.assignedNodes(); return a.length ? a : el.childNodes; }
    return el.childNodes;
  };
  const contains = (outer, inner) => { for (let n = inner; n; n = parentOf(n)) if (n === outer) return true; return false; };

  // ---- text as rendered: innerText with ::before and ::after, without text-transform
  const generated = (el, which) => {
    const content = getComputedStyle(el, which).content;
    if (!content || content === "none" || content === "normal") return "";
    const parts = content.match(/"(?:[^"\\]|\\.)*"/g);
    return parts ? parts.map((p) => p.slice(1, -1).replace(/\\(.)/g, "$1")).join("") : "";
  };
  const controlText = (el) => {
    if (el.tagName === "INPUT") {
      const type = el.type;
      if (type === "password" || type === "checkbox" || type === "radio" || type === "hidden" || type === "file") return "";
      if (BUTTON_INPUTS.has(type)) return el.value || (type === "submit" ? "Submit" : type === "reset" ? "Reset" : el.alt || "");
      return el.value;
    }
    if (el.tagName === "TEXTAREA") return el.value;
    if (el.tagName === "SELECT") return Array.from(el.selectedOptions).map((o) => o.label || o.text).join("\n");
    return null;
  };
  const closedDetails = (el, child) => el.tagName === "DETAILS" && !el.open && child !== el.querySelector(":scope > summary:first-of-type");
  // `visit(el, text)` is called for each element, children first; it returns the text to hand upwards.
  const walk = (el, visit) => {
    if (SKIPPED.has(el.tagName)) return "";
    const style = getComputedStyle(el);
    if (style.display === "none") return "";
    let out = controlText(el);
    if (out === null) {
      out = generated(el, "::before");
      for (const child of childrenOf(el)) {
        if (closedDetails(el, child)) continue;
        if (child.nodeType === 3) { if (style.visibility === "visible") out += child.data; }
        else if (child.nodeType === 1) out += child.tagName === "BR" ? "\n" : walk(child, visit);
        if (out.length > MAX_TEXT) break;
      }
      out += generated(el, "::after");
    } else if (style.visibility !== "visible") out = "";
    if (visit) visit(el, out, style);
    const d = style.display;
    if (d.startsWith("inline") || d === "contents") return out;
    return d === "table-cell" ? "\t" + out + "\t" : "\n" + out + "\n";
  };
  const textOf = (el) => {
    const out = walk(el, null).replace(/^[\n\t]|[\n\t]$/g, "");
    return out.length > MAX_TEXT ? out.slice(0, MAX_TEXT) : out;
  };

  // ---- roles and names: for telling, and for the observer. Actions and checks use the browser driver's own.
  const IMPLICIT = {
    A: (e) => (e.hasAttribute("href") ? "link" : ""), AREA: (e) => (e.hasAttribute("href") ? "link" : ""), ARTICLE: "article",
    ASIDE: "complementary", BUTTON: "button", DATALIST: "listbox", DETAILS: "group", DIALOG: "dialog", FIELDSET: "group",
    FIGURE: "figure", FOOTER: "contentinfo", FORM: "form", H1: "heading", H2: "heading", H3: "heading", H4: "heading",
    H5: "heading", H6: "heading", HEADER: "banner", HR: "separator", IMG: (e) => (e.getAttribute("alt") === "" ? "presentation" : "img"),
    INPUT: (e) => ({ button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: e.list ? "combobox" : "searchbox", hidden: "", color: "", date: "", datetime: "", file: "", month: "", password: "", time: "", week: "" }[e.type] ?? (e.list ? "combobox" : "textbox")),
    LI: "listitem", MAIN: "main", MATH: "math", MENU: "list", METER: "meter", NAV: "navigation", OL: "list", OPTGROUP: "group",
    OPTION: "option", OUTPUT: "status", P: "paragraph", PROGRESS: "progressbar", SEARCH: "search", SECTION: (e) => (explicitName(e) ? "region" : ""),
    SELECT: (e) => (e.multiple || e.size > 1 ? "listbox" : "combobox"), SVG: "img", TABLE: "table", TBODY: "rowgroup", TD: (e) => (e.closest("[role=grid],[role=treegrid]") ? "gridcell" : "cell"),
    TEXTAREA: "textbox", TFOOT: "rowgroup", TH: (e) => (e.scope === "row" ? "rowheader" : "columnheader"), THEAD: "rowgroup", TR: "row", UL: "list",
  };
  const FROM_CONTENT = new Set(["button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem"]);
  const roleOf = (el) => {
    const written = (el.getAttribute("role") || "").trim().split(/\s+/)[0];
    if (written) return written;
    const implicit = IMPLICIT[el.tagName.toUpperCase()];
    return typeof implicit === "function" ? implicit(el) : implicit || "";
  };
  const explicitName = (el) => {
    const ids = el.getAttribute("aria-labelledby");
    if (ids) {
      const named = ids.split(/\s+/).map((id) => el.getRootNode().getElementById?.(id)).filter(Boolean).map((e) => fold(textOf(e) || e.textContent));
      if (named.join("")) return named.join(" ");
    }
    return fold(el.getAttribute("aria-label") || "");
  };
  const nameOf = (el) => {
    const explicit = explicitName(el);
    if (explicit) return explicit;
    if (el.labels && el.labels.length) return Array.from(el.labels).map((l) => fold(labelText(l, el))).join(" ");
    const tag = el.tagName;
    if (tag === "INPUT" && BUTTON_INPUTS.has(el.type)) return fold(controlText(el));
    if (el.hasAttribute("alt")) return fold(el.getAttribute("alt"));
    if (tag === "FIELDSET") { const l = el.querySelector(":scope > legend"); if (l) return fold(textOf(l)); }
    if (tag === "TABLE") { const c = el.querySelector(":scope > caption"); if (c) return fold(textOf(c)); }
    if (FROM_CONTENT.has(roleOf(el))) { const t = fold(textOf(el)); if (t) return t; }
    return fold(el.getAttribute("title") || el.getAttribute("placeholder") || "");
  };
  const labelText = (label, control) => {
    const copy = [];
    const go = (n) => { for (const c of n.childNodes) { if (c.nodeType === 3) copy.push(c.data); else if (c.nodeType === 1 && c !== control) go(c); } };
    go(label);
    return copy.join("");
  };
  const describe = (el) => {
    if (!el) return "nothing";
    const role = roleOf(el), name = nameOf(el).slice(0, 60);
    const id = el.id ? "#" + el.id : el.classList && el.classList.length ? "." + el.classList[0] : "";
    return (role ? role + (name ? ' "' + name + '"' : "") + " " : "") + "<" + el.tagName.toLowerCase() + id + ">";
  };

  // ---- what a person can see
  const rectOf = (el) => {
    const r = el.getBoundingClientRect();
    if (r.width && r.height) return r;
    if (getComputedStyle(el).display === "contents" || el.childNodes.length) {
      const range = document.createRange();
      range.selectNodeContents(el);
      const q = range.getBoundingClientRect();
      if (q.width && q.height && getComputedStyle(el).overflow === "visible") return q;
    }
    return r;
  };
  const colour = (css) => {
    const m = css.match(/^rgba?\(([^)]+)\)$/);
    if (!m) return null;
    const p = m[1].split(/[ ,/]+/).map(Number);
    return { r: p[0], g: p[1], b: p[2], a: p.length > 3 ? p[3] : 1 };
  };
  const paints = (el) => {
    if (["IMG", "CANVAS", "VIDEO", "IFRAME", "EMBED", "OBJECT"].includes(el.tagName)) return true;
    const s = getComputedStyle(el);
    if (Number(s.opacity) < 0.95) return false;
    const c = colour(s.backgroundColor);
    return (c ? c.a >= 0.95 : s.backgroundColor !== "transparent") || s.backgroundImage !== "none";
  };
  const opaqueUpTo = (top, el) => { for (let n = top; n && !contains(n, el); n = parentOf(n)) { if (Number(getComputedStyle(n).opacity) < 0.95) return false; } return true; };
  const backdrop = (el) => {
    for (let n = el; n; n = parentOf(n)) {
      const s = getComputedStyle(n);
      if (s.backgroundImage !== "none") return null;
      const c = colour(s.backgroundColor);
      if (!c) return null;
      if (c.a >= 0.99) return c;
      if (c.a > 0) return null;
    }
    return { r: 255, g: 255, b: 255, a: 1 };
  };
  const near = (a, b) => Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b) < 8;
  const readable = (el) => {
    // true as soon as one piece of text differs from what lies behind it, or there is something else to see
    let found = false, texts = 0;
    const go = (n) => {
      if (found) return;
      const s = getComputedStyle(n);
      if (s.display === "none") return;
      if (n !== el && (paints(n) || n.tagName === "SVG" || n.tagName === "svg" || n.tagName === "INPUT")) { found = true; return; }
      for (const c of childrenOf(n)) {
        if (c.nodeType === 3 && c.data.trim()) {
          texts++;
          const ink = colour(s.webkitTextFillColor || s.color) || colour(s.color), behind = backdrop(n);
          if (!ink || !behind || s.textShadow !== "none" || (ink.a > 0.05 && !near(ink, behind))) { found = true; return; }
          if (s.webkitBackgroundClip === "text" || s.backgroundClip === "text") { found = true; return; }
        } else if (c.nodeType === 1) go(c);
        if (found) return;
      }
    };
    go(el);
    return found || texts === 0;
  };
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
  const coveredBy = (el, r) => {
    const vw = innerWidth, vh = innerHeight;
    const l = Math.max(r.left, 0), t = Math.max(r.top, 0), rt = Math.min(r.right, vw), b = Math.min(r.bottom, vh);
    if (rt - l < 1 || b - t < 1) return null;
    let by = null;
    for (const fx of [0.5, 0.1, 0.9, 0.3, 0.7]) for (const fy of [0.5, 0.15, 0.85]) {
      const x = l + (rt - l) * fx, y = t + (b - t) * fy;
      let hidden = null;
      for (const e of elementsAt(x, y)) {
        if (e === el || contains(el, e) || contains(e, el)) break;
        if (paints(e) && opaqueUpTo(e, el)) { hidden = e; break; }
      }
      if (!hidden) return null;
      by = by || hidden;
    }
    return by;
  };
  const hiddenBecause = (el) => {
    if (!el.isConnected) return "not in the page";
    if (el.tagName === "OPTION" || el.tagName === "OPTGROUP") {
      const s = el.closest("select");
      if (s && !(s.multiple || s.size > 1)) return hiddenBecause(s);
    }
    for (let n = el; n; n = parentOf(n)) {
      const s = getComputedStyle(n);
      const who = n === el ? "" : " of " + describe(n);
      if (s.display === "none") return "display: none" + who;
      if (Number(s.opacity) === 0) return "opacity: 0" + who;
      const p = parentOf(n);
      if (p && closedDetails(p, n)) return "inside closed details";
      if (s.contentVisibility === "hidden" && n !== el) return "content-visibility: hidden" + who;
      if (/^inset\((50|100)%/.test(s.clipPath) || s.clipPath === "circle(0px)" || s.clipPath === "circle(0px at 50% 50%)") return "clip-path" + who;
      if (s.position === "absolute" || s.position === "fixed") if (/^rect\((0px|1px),? (0px|1px),? (0px|1px),? (0px|1px)\)$/.test(s.clip)) return "clip" + who;
    }
    const style = getComputedStyle(el);
    if (style.visibility !== "visible") return "visibility: " + style.visibility;
    const r = rectOf(el);
    if (r.width < 1 || r.height < 1) {
      if (![...el.children].some((c) => hiddenBecause(c) === "")) return "empty box";
      return "";
    }
    if (el.tagName === "IMG" && !(el.complete && el.naturalWidth > 0)) return "image not decoded";
    // clipped by ancestors that a person cannot scroll
    let box = { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
    let fixed = style.position === "fixed", positioned = style.position === "absolute";
    for (let n = parentOf(el); n && n !== document.body && n !== document.documentElement && !fixed; n = parentOf(n)) {
      const s = getComputedStyle(n);
      if (positioned && s.position === "static" && s.transform === "none") continue;
      const q = n.getBoundingClientRect();
      const clipX = s.overflowX !== "visible", clipY = s.overflowY !== "visible";
      if (clipX || clipY) {
        const scrollX = s.overflowX === "auto" || s.overflowX === "scroll", scrollY = s.overflowY === "auto" || s.overflowY === "scroll";
        const outX = clipX && (box.right <= q.left || box.left >= q.right || q.width < 1), outY = clipY && (box.bottom <= q.top || box.top >= q.bottom || q.height < 1);
        if ((outX && !scrollX) || (outY && !scrollY)) return "clipped away by " + describe(n);
        if (outX || outY) box = { left: q.left, top: q.top, right: q.right, bottom: q.bottom };
      }
      fixed = s.position === "fixed"; positioned = s.position === "absolute";
    }
    const scroller = document.scrollingElement || document.documentElement;
    const rtl = getComputedStyle(scroller).direction === "rtl";
    if (fixed) {
      if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) return "outside of the viewport";
    } else if ((!rtl && box.right + scrollX <= 0) || box.bottom + scrollY <= 0) return "outside of the page";
    const by = coveredBy(el, r);
    if (by) return "covered by " + describe(by);
    if (!readable(el)) return "its text has the colour of what lies behind it";
    return "";
  };

  // ---- tables: is this cell under the column with that header?
  const columnIndex = (cell) => { let i = 0; for (let c = cell.previousElementSibling; c; c = c.previousElementSibling) i += c.colSpan || Number(c.getAttribute("aria-colspan")) || 1; return i; };
  const inColumn = (cell, header) => {
    const td = cell.closest("td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]");
    if (!td) return false;
    const table = td.closest("table,[role=table],[role=grid],[role=treegrid]");
    if (!table) return false;
    const heads = [...table.querySelectorAll("th,[role=columnheader]")].filter((h) => h.getAttribute("scope") !== "row" && h !== td && (fold(textOf(h)) === header || nameOf(h) === header));
    return heads.some((h) => { const from = columnIndex(h), span = h.colSpan || 1, at = columnIndex(td); return at >= from && at < from + span && h.parentElement !== td.parentElement; });
  };

  // ---- looks
  const checkedOf = (el) => {
    if (el.tagName === "INPUT" && (el.type === "checkbox" || el.type === "radio")) return el.indeterminate ? "mixed" : String(el.checked);
    const a = el.getAttribute("aria-checked") ?? (["switch", "button"].includes(roleOf(el)) ? el.getAttribute("aria-pressed") : null) ?? el.getAttribute("aria-selected");
    return ["true", "false", "mixed"].includes(a) ? a : null;
  };
  const disabledOf = (el) => el.matches(":disabled") || !!el.closest("[aria-disabled=true]") || !!el.closest("[inert]");
  const focusedOf = (el) => { const root = el.getRootNode(); return root.activeElement === el; };
  const CONTROLS = "input,select,textarea,button,meter,progress,output,[contenteditable]:not([contenteditable=false]),[role=textbox],[role=searchbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton],[role=listbox],[role=button],[role=radiogroup],[role=group],fieldset";
  const fact = (el, index, want) => {
    const hidden = hiddenBecause(el);
    const r = rectOf(el);
    const attributes = {};
    for (const name of want.attributes || []) if (el.hasAttribute(name)) attributes[name] = el.getAttribute(name).slice(0, 2000);
    let value = null;
    if ("value" in el && ["INPUT", "TEXTAREA", "SELECT", "METER", "PROGRESS", "OUTPUT"].includes(el.tagName)) value = el.tagName === "INPUT" && el.type === "file" ? [...el.files].map((f) => f.name).join(", ") : String(el.value);
    else if (el.isContentEditable) value = textOf(el);
    else if (el.hasAttribute("aria-valuetext") || el.hasAttribute("aria-valuenow")) value = el.getAttribute("aria-valuetext") || el.getAttribute("aria-valuenow");
    return {
      index, visible: hidden === "", hidden_because: hidden, tag: el.tagName.toLowerCase(), role: roleOf(el), name: nameOf(el).slice(0, 300),
      text: textOf(el), value, password: el.tagName === "INPUT" && el.type === "password",
      disabled: disabledOf(el), checked: checkedOf(el), focused: focusedOf(el), attributes,
      box: { x: r.left, y: r.top, width: r.width, height: r.height },
      control: el.matches(CONTROLS), column: want.column ? inColumn(el, want.column) : true, type: el.type || "",
    };
  };
  const facts = (elements, want) => ({ total: elements.length, facts: elements.slice(0, want.limit || 2000).map((e, i) => fact(e, i, want)) });

  // ---- innermost elements whose rendered text fits
  const fits = (text, want) => want.mode === "exact" ? text === want.text : want.mode === "loose" ? fold(text).toLowerCase().includes(fold(want.text).toLowerCase()) : fold(text) === want.folded;
  const byText = (root, want) => {
    want.folded = fold(want.text);
    const found = [];
    const start = root.nodeType === 9 ? root.documentElement : root;
    walk(start, (el, text) => {
      if (el === start && root.nodeType !== 9) return;
      if (fits(text, want) && !found.some((f) => contains(el, f))) found.push(el);
    });
    return found;
  };

  // An element of a role that takes no name from its content, and has none: is its text what is asked for?
  const textInsteadOfName = (el, want) => {
    if (nameOf(el) !== "") return false;
    if (want.pattern !== undefined) return new RegExp(want.pattern).test(fold(textOf(el)));
    want.folded = fold(want.text);
    return fits(textOf(el), want);
  };

  // ---- the observer: short-lived elements that fit a watch
  const fitsWatch = (el, w) => {
    let ok = false;
    const eq = (s) => w.value === null ? true : w.exact === true ? s === w.value : w.exact === false ? fold(s).toLowerCase().includes(fold(w.value).toLowerCase()) : fold(s) === fold(w.value);
    if (w.by === "role") ok = roleOf(el) === w.role && (w.value === null || eq(nameOf(el) || (w.nameless ? textOf(el) : "")));
    else if (w.by === "testid") ok = el.getAttribute("data-testid") === w.value;
    else if (w.by === "css") ok = el.matches(w.value);
    else if (w.by === "text") ok = eq(textOf(el)) && ![...el.children].some((c) => eq(textOf(c)));
    else if (w.by === "label") ok = el.matches(CONTROLS) && eq(nameOf(el));
    else if (w.by === "xpath") { const x = document.evaluate(w.value, document, null, XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE, null); for (let i = 0; i < x.snapshotLength; i++) if (x.snapshotItem(i) === el) ok = true; }
    else ok = el.hasAttribute(w.by) && eq(el.getAttribute(w.by));
    if (!ok) return false;
    if (w.has_text && !fold(textOf(el)).toLowerCase().includes(fold(w.has_text).toLowerCase())) return false;
    if (w.name_matches && !new RegExp(w.name_matches).test(nameOf(el) || (w.nameless ? fold(textOf(el)) : ""))) return false;
    if (w.inside) { let p = parentOf(el); while (p && !fitsWatch(p, w.inside)) p = parentOf(p); if (!p) return false; }
    return !w.column || inColumn(el, w.column);
  };
  const everyElement = function* (root) { for (const el of root.querySelectorAll("*")) { yield el; if (el.shadowRoot) yield* everyElement(el.shadowRoot); } };
  const KEY = Symbol.for("qarunner.watch");
  const watch = (watches) => {
    const state = window[KEY] || (window[KEY] = { watches: [], seen: [], observer: null, timer: 0 });
    for (const w of watches) if (!state.watches.some((o) => o.key === w.key)) state.watches.push(w);
    const origin = performance.timeOrigin;
    const scan = () => {
      const now = origin + performance.now();
      for (const s of state.seen) if (s.to === null && (!s.el.isConnected || !fitsWatch(s.el, s.w) || hiddenBecause(s.el) !== "")) s.to = now;
      if (!document.documentElement) return;
      for (const w of state.watches) {
        if (state.seen.length > 500) return;
        for (const el of everyElement(document)) {
          try { if (!fitsWatch(el, w)) continue; } catch { continue; }
          if (state.seen.some((s) => s.el === el && s.w === w && s.to === null)) continue;
          if (hiddenBecause(el) === "") state.seen.push({ w, el, text: fold(textOf(el)).slice(0, 500), from: now, to: null });
        }
      }
    };
    if (!state.observer) {
      state.observer = new MutationObserver(scan);
      state.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const frame = () => { scan(); requestAnimationFrame(() => setTimeout(frame, 30)); };
      frame();
    } else scan();
  };
  const sightings = () => { const s = window[KEY]; return s ? s.seen.map((x) => ({ key: x.w.key, text: x.text, from: x.from, to: x.to })) : []; };

  // ---- pointer: what would be hit at a point of this element
  const hitAt = (el, x, y) => {
    const stack = elementsAt(x, y), top = stack[0];
    const own = !top || top === el || contains(el, top) || (el.labels && [...el.labels].some((l) => contains(l, top))) || contains(top, el);
    return { role: roleOf(el), name: nameOf(el).slice(0, 200), tag: el.tagName.toLowerCase(), top: own ? "" : describe(top), own };
  };
  const passwordField = () => { for (const e of everyElement(document)) if (e.tagName === "INPUT" && e.type === "password" && hiddenBecause(e) === "") return true; return false; };
  const maskBoxes = () => { const out = []; for (const e of everyElement(document)) if (e.tagName === "INPUT" && e.type === "password") { const r = e.getBoundingClientRect(); if (r.width && r.height) out.push([r.left, r.top, r.width, r.height]); } return out; };
  return { facts, byText, textInsteadOfName, watch, sightings, hitAt, describe, hiddenBecause, passwordField, maskBoxes, textOf, disabledOf, fold };
})();
