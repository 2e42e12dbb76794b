// Looks at elements.
const MAX_MATCHES = 200;
const TEXTS_TOGETHER = 200000;

// ---- tables: is this cell under the column with that header?
const TABLES = "table,[role=table],[role=grid],[role=treegrid]", CELLS = "td,th,[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]";
const columnsOf = (table) => remember("tables", table, () => {
  const at = new Map();
  let under = []; // for each column: how many rows a cell above still reaches down
  for (const row of table.querySelectorAll("tr,[role=row]")) {
    if (row.closest(TABLES) !== table) continue;
    const taken = under.map((rows) => rows > 0);
    under = under.map((rows) => Math.max(0, rows - 1));
    let column = 0;
    for (const cell of row.querySelectorAll(CELLS)) {
      if (cell.closest("tr,[role=row]") !== row) continue;
      const said = Number(cell.getAttribute("aria-colindex"));
      if (said) column = said - 1;
      else while (taken[column]) column++;
      const span = cell.colSpan || Number(cell.getAttribute("aria-colspan")) || 1;
      const rows = cell.rowSpan === 0 ? 9999 : cell.rowSpan || 1;
      for (let i = column; i < column + span && rows > 1; i++) { while (under.length <= i) under.push(0); under[i] = rows - 1; }
      at.set(cell, { row, from: column, to: column + span });
      column += span;
    }
  }
  return { at, heads: new Map() };
});
const headsOf = (columns, header) => {
  let found = columns.heads.get(header);
  if (!found) {
    found = [...columns.at].filter(([cell]) => (cell.tagName === "TH" || cell.getAttribute("role") === "columnheader") && cell.getAttribute("scope") !== "row" && (fold(textOf(cell)) === header || nameOf(cell) === header)).map(([, place]) => place);
    columns.heads.set(header, found);
  }
  return found;
};
const inColumn = (el, header) => {
  const cell = el.closest(CELLS), table = cell && cell.closest(TABLES);
  if (!table) return false;
  const columns = columnsOf(table), place = columns.at.get(cell);
  return !!place && headsOf(columns, header).some((head) => head.row !== place.row && place.from < head.to && head.from < place.to);
};

// ---- one element
const checkedOf = (el) => {
  if (el.tagName === "INPUT" && (el.type === "checkbox" || el.type === "radio")) return el.indeterminate ? "mixed" : String(el.checked);
  const a = el.getAttribute("aria-checked") ?? (["switch", "button"].includes(roleOf(el)) ? el.getAttribute("aria-pressed") : null) ?? el.getAttribute("aria-selected");
  return ["true", "false", "mixed"].includes(a) ? a : null;
};
const disabledOf = (el) => el.matches(":disabled") || !!el.closest("[aria-disabled=true]") || !!el.closest("[inert]");
const CONTROLS = "input,select,textarea,button,meter,progress,output,[contenteditable]:not([contenteditable=false]),[role=textbox],[role=searchbox],[role=combobox],[role=checkbox],[role=radio],[role=switch],[role=slider],[role=spinbutton],[role=listbox],[role=button],[role=radiogroup],[role=group],fieldset";
const valueOf = (el) => {
  if (["INPUT", "TEXTAREA", "SELECT", "METER", "PROGRESS", "OUTPUT"].includes(el.tagName)) return el.tagName === "INPUT" && el.type === "file" ? [...el.files].map((f) => f.name).join(", ") : String(el.value);
  if (el.isContentEditable) return textOf(el);
  if (el.hasAttribute("aria-valuetext") || el.hasAttribute("aria-valuenow")) return el.getAttribute("aria-valuetext") || el.getAttribute("aria-valuenow");
  return null;
};
const fact = (el, index, hidden, want, limit) => {
  const r = rectOf(el);
  const attributes = {};
  for (const name of want.attributes || []) if (el.hasAttribute(name)) attributes[name] = el.getAttribute(name).slice(0, 2000);
  const value = valueOf(el);
  return {
    index, visible: hidden === "", hidden_because: hidden, tag: el.tagName.toLowerCase(), role: roleOf(el), name: nameOf(el).slice(0, 300),
    text: textOf(el).slice(0, limit), value: value === null ? null : value.slice(0, limit), password: el.tagName === "INPUT" && el.type === "password",
    disabled: disabledOf(el), checked: checkedOf(el), focused: el.getRootNode().activeElement === el, attributes,
    box: { x: r.left, y: r.top, width: r.width, height: r.height },
  };
};
const wanted = (el, want) => (!want.has_text || lower(textOf(el)).includes(lower(want.has_text))) && (!want.column || inColumn(el, want.column));
// Numbers in full; of the elements themselves visible ones first, a capped number.
const facts = (elements, want) => looking(() => {
  let told = elements.map((el, index) => ({ el, index })).filter((one) => wanted(one.el, want));
  for (const one of told) one.hidden = hiddenBecause(one.el);
  let shown = told.filter((one) => one.hidden === "");
  if (want.nth) told = shown = shown.slice(want.nth > 0 ? want.nth - 1 : want.nth).slice(0, want.nth > 0 || shown.length >= -want.nth ? 1 : 0);
  const kept = [...shown.slice(0, MAX_MATCHES), ...told.filter((one) => one.hidden !== "")].slice(0, MAX_MATCHES).sort((a, b) => a.index - b.index);
  const limit = Math.max(4000, Math.floor(TEXTS_TOGETHER / (kept.length || 1) / 2));
  return { total: told.length, visible: shown.length, facts: kept.map((one) => fact(one.el, one.index, one.hidden, want, limit)) };
});
const factOf = (el, want) => looking(() => fact(el, 0, hiddenBecause(el), want, TEXTS_TOGETHER / 2));

// ---- innermost elements whose rendered text fits
const fits = (text, want) => want.mode === "exact" ? text === want.text : want.mode === "loose" ? lower(text).includes(want.lower) : fold(text) === want.folded;
const byText = (root, asked) => looking(() => {
  const want = { ...asked, folded: fold(asked.text), lower: lower(asked.text) };
  const found = [], around = new Set();
  const start = root.nodeType === 9 ? root.documentElement : root;
  if (start) walk(start, (el, text) => {
    if ((el === start && root.nodeType !== 9) || around.has(el) || !fits(text, want)) return;
    found.push(el);
    for (let n = parentOf(el); n && !around.has(n); n = parentOf(n)) around.add(n);
  });
  return found;
});
// Controls by their accessible name, or by the text of a label as it is read on the screen.
const namesOf = (el) => [nameOf(el), ...Array.from(el.labels || []).map((l) => labelText(l, el, true))];
const byLabel = (root, asked) => looking(() => {
  const want = { ...asked, folded: asked.text && fold(asked.text), lower: asked.text && lower(asked.text) };
  const pattern = asked.pattern === undefined ? null : new RegExp(asked.pattern);
  const found = [];
  for (const el of everyElement(root)) if (el.matches(CONTROLS) && namesOf(el).some((name) => (pattern ? pattern.test(name) : name !== "" && fits(name, want)))) found.push(el);
  return found;
});
// An element of a role that takes no name from its content, and has none: is its text what is asked for?
const textInsteadOfName = (el, asked) => looking(() => {
  if (nameOf(el) !== "") return false;
  if (asked.pattern !== undefined) return new RegExp(asked.pattern).test(fold(textOf(el)));
  return fits(textOf(el), { ...asked, folded: fold(asked.text), lower: lower(asked.text) });
});

// ---- pointer: what would be hit at a point of this element
const hitAt = (el, x, y) => looking(() => {
  const top = elementsAt(x, y)[0], r = el.getBoundingClientRect();
  const own = !top || contains(el, top) || (el.labels && [...el.labels].some((l) => contains(l, top))) || contains(top, el);
  return { role: roleOf(el), name: nameOf(el).slice(0, 200), tag: el.tagName.toLowerCase(), top: own ? "" : describe(top), box: { x: r.left, y: r.top, width: r.width, height: r.height } };
});
// What a person clicks to tick a box: the box itself, or its label when the box is hidden or lies below it.
const tickable = (el) => looking(() => {
  const label = [...(el.labels || [])].find((l) => hiddenBecause(l) === "");
  if (!label) return el;
  if (hiddenBecause(el) !== "") return label;
  const r = el.getBoundingClientRect(), top = elementsAt((r.left + r.right) / 2, (r.top + r.bottom) / 2)[0];
  return top && !contains(el, top) && contains(label, top) ? label : el;
});
// A point of a label that is no link or control in it.
const freePoint = (label) => {
  const r = label.getBoundingClientRect();
  for (const f of [0.5, 0.02, 0.98, 0.25, 0.75]) {
    const top = elementsAt(r.left + r.width * f, r.top + r.height / 2)[0];
    if (top && contains(label, top) && !top.closest("a,button,select,textarea,input")) return [r.width * f, r.height / 2];
  }
  return [r.width / 2, r.height / 2];
};
const passwordField = () => looking(() => { for (const e of everyElement(document)) if (e.tagName === "INPUT" && e.type === "password" && hiddenBecause(e) === "") return true; return false; });
