// The observer: short-lived elements that fit a watch. It runs in the page's own world from the start of the
// document, so what it needs of the page later is taken now.
const fitsWatch = (el, w) => {
  let ok = false;
  const eq = (s) => w.value === null ? true : w.exact === true ? s === w.value : w.exact === false ? lower(s).includes(lower(w.value)) : fold(s) === fold(w.value);
  if (w.by === "role") ok = roleOf(el) === w.role && (w.value === null || eq(nameOf(el) || (w.nameless ? textOf(el) : "")));
  else if (w.by === "testid") ok = el.getAttribute("data-testid") === w.value;
  else if (w.by === "css") ok = el.matches(w.value);
  else if (w.by === "text") ok = eq(textOf(el)) && ![...childrenOf(el)].some((c) => c.nodeType === 1 && eq(textOf(c)));
  else if (w.by === "label") ok = el.matches(CONTROLS) && namesOf(el).some(eq);
  else if (w.by === "xpath") { const x = document.evaluate(w.value, document, null, XPathResult.UNORDERED_NODE_SNAPSHOT_TYPE, null); for (let i = 0; i < x.snapshotLength; i++) if (x.snapshotItem(i) === el) ok = true; }
  else ok = el.hasAttribute(w.by) && eq(el.getAttribute(w.by));
  if (!ok) return false;
  if (w.has_text && !lower(textOf(el)).includes(lower(w.has_text))) return false;
  if (w.name_matches && !new RegExp(w.name_matches).test(nameOf(el) || (w.nameless ? fold(textOf(el)) : ""))) return false;
  if (w.inside) { let p = parentOf(el); while (p && !fitsWatch(p, w.inside)) p = parentOf(p); if (!p) return false; }
  return !w.column || inColumn(el, w.column);
};
const TAGS = { button: "button,input,summary", link: "a,area", heading: "h1,h2,h3,h4,h5,h6", status: "output", img: "img,svg", row: "tr", cell: "td", listitem: "li", list: "ul,ol,menu", dialog: "dialog", paragraph: "p" };
// Few elements are worth a closer look: those that this selector finds.
const narrow = (w) => {
  if (w.by === "role") return TAGS[w.role] ? `[role~=${w.role}],${TAGS[w.role]}` : ["alert", "log", "alertdialog", "tooltip", "tab", "timer", "marquee"].includes(w.role) ? `[role~=${w.role}]` : "*";
  if (w.by === "testid") return "[data-testid]";
  if (w.by === "css") return w.value;
  if (w.by === "label") return CONTROLS;
  return ["text", "xpath"].includes(w.by) ? "*" : `[${w.by}]`;
};
const KEY = Symbol.for("qarunner.watch");
const watch = (watches) => {
  const state = window[KEY] || (window[KEY] = { watches: [], seen: [], observer: null });
  for (const w of watches) if (!state.watches.some((o) => o.key === w.key)) state.watches.push(w);
  const now = performance.now.bind(performance), later = setTimeout.bind(window), frame = requestAnimationFrame.bind(window), origin = performance.timeOrigin;
  const scan = () => looking(() => {
    const at = origin + now();
    for (const s of state.seen) if (s.to === null && (!s.el.isConnected || !fitsWatch(s.el, s.w) || hiddenBecause(s.el) !== "")) s.to = at;
    if (!document.documentElement) return;
    const roots = [document];
    for (const el of everyElement(document)) if (el.shadowRoot) roots.push(el.shadowRoot);
    for (const w of state.watches) for (const root of roots) {
      if (state.seen.length > 500) return;
      let some = [];
      try { some = root.querySelectorAll(narrow(w)); } catch { continue; }
      for (const el of some) {
        try { if (!fitsWatch(el, w)) continue; } catch { continue; }
        if (state.seen.some((s) => s.el === el && s.w === w && s.to === null)) continue;
        if (hiddenBecause(el) === "") state.seen.push({ w, el, text: fold(textOf(el)).slice(0, 500), from: at, to: null });
      }
    }
  });
  if (state.observer) return scan();
  state.observer = new MutationObserver(scan);
  state.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const again = () => { const began = now(); scan(); const took = now() - began; frame(() => later(again, Math.max(30, 4 * took))); };
  again();
};
const sightings = () => { const s = window[KEY]; return s ? s.seen.map((x) => ({ key: x.w.key, text: x.text, from: x.from, to: x.to })) : []; };
