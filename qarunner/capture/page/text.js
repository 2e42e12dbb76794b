// Text as rendered: innerText with ::before and ::after, without text-transform. Plain DOM, no state but the
// memory of one look: `looking(work)` keeps styles, texts and boxes for as long as `work` runs.
// What a page may override later is taken now: the observer runs from the start of the document.
const getComputedStyle = window.getComputedStyle.bind(window);
const nfc = ((normalize) => (s) => normalize.call(s, "NFC"))(String.prototype.normalize);
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2060\u2066-\u2069\ufeff]/g;
const fold = (s) => nfc(s).replace(INVISIBLE, "").replace(/\s+/g, " ").trim();
const lower = (s) => fold(s).toLowerCase().replace(/ß/g, "ss");
const MAX_TEXT = 100000;
const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE", "title", "desc", "defs", "metadata", "style", "script"]);
const BUTTON_INPUTS = new Set(["button", "submit", "reset", "image"]);

let memory = null;
const looking = (work) => {
  if (memory) return work();
  memory = { styles: new Map(), texts: new Map(), chains: new Map(), boxes: new Map(), backdrops: new Map(), tables: new Map(), front: undefined, undo: null };
  try { return work(); } finally { if (memory.undo) memory.undo(); memory = null; }
};
const remember = (what, key, make) => {
  if (!memory) return make();
  const kept = memory[what];
  let found = kept.get(key);
  if (found === undefined) kept.set(key, (found = make()));
  return found;
};
const styleOf = (el) => remember("styles", el, () => getComputedStyle(el));

const parentOf = (n) => n.assignedSlot || n.parentElement || (n.getRootNode() instanceof ShadowRoot ? n.getRootNode().host : null);
const childrenOf = (el) => {
  if (el.shadowRoot) return el.shadowRoot.childNodes;
  if (el.tagName === "SLOT") { const a = el.assignedNodes(); return a.length ? a : el.childNodes; }
  return el.childNodes;
};
const contains = (outer, inner) => { for (let n = inner; n; n = parentOf(n)) if (n === outer) return true; return false; };

// Marks that stand for white space until a text is finished: blank, line break, border of a cell.
const BLANK = "\ufdd0", LINE = "\ufdd1", CELL = "\ufdd2";
const finished = (marked) => marked
  .replace(/^[\ufdd0-\ufdd2]+|[\ufdd0-\ufdd2]+$/g, "")
  .replace(/[\ufdd0-\ufdd2]{2,}|[\ufdd1\ufdd2]/g, (run) => (run.includes(LINE) ? "\n" : run.includes(CELL) ? "\t" : " "))
  .replace(/\ufdd0/g, " ");

const generated = (el, which) => {
  const style = getComputedStyle(el, which);
  const content = style.content;
  if (!content || content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return "";
  let out = "";
  for (const [part] of content.matchAll(/[a-z-]+\((?:"(?:[^"\\]|\\.)*"|[^)"])*\)|"(?:[^"\\]|\\.)*"|\//g)) {
    if (part === "/") break; // what follows is the alternative text
    if (part[0] === '"') out += part.slice(1, -1).replace(/\\(.)/g, "$1");
  }
  return out;
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
const written = (data, style) => {
  const space = style.whiteSpaceCollapse || "collapse";
  if (space === "collapse") return data.replace(/[ \t\n\r\f]+/g, BLANK);
  return space === "preserve-breaks" ? data.replace(/[ \t\r\f]+/g, BLANK) : data;
};
// `visit(el, text)` is called for each element, children first.
const walk = (el, visit) => {
  const kept = !visit && memory ? memory.texts.get(el) : undefined;
  if (kept !== undefined) return kept;
  if (SKIPPED.has(el.tagName)) return "";
  const style = styleOf(el);
  const d = style.display;
  if (d === "none" || d === "") return "";
  let out = controlText(el);
  if (out === null) {
    out = generated(el, "::before");
    const shown = style.visibility === "visible";
    for (const child of childrenOf(el)) {
      if (closedDetails(el, child)) continue;
      if (child.nodeType === 3) { if (shown) out += written(child.data, style); }
      else if (child.nodeType === 1) out += child.tagName === "BR" ? LINE : walk(child, visit);
      if (out.length > MAX_TEXT) break;
    }
    out += generated(el, "::after");
  } else if (style.visibility !== "visible") out = "";
  if (visit) visit(el, finished(out));
  if (d === "table-cell") out = CELL + out + CELL;
  else if (!d.startsWith("inline") && d !== "contents") out = LINE + out + LINE;
  if (memory) memory.texts.set(el, out);
  return out;
};
const textOf = (el) => finished(walk(el, null)).slice(0, MAX_TEXT);
const everyElement = function* (root) { for (const el of root.querySelectorAll("*")) { yield el; if (el.shadowRoot) yield* everyElement(el.shadowRoot); } };
