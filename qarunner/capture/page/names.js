// Roles and names: for telling, and for the observer. Actions and checks use the browser driver's own.
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
  const given = (el.getAttribute("role") || "").trim().split(/\s+/)[0];
  if (given) return given;
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
// The text of a label without the control that it labels; `seen` takes what is hidden from readers (aria-hidden) too.
const labelText = (label, control, seen) => {
  const go = (n) => {
    let out = generated(n, "::before");
    for (const c of childrenOf(n)) {
      if (c.nodeType === 3) out += c.data;
      if (c.nodeType !== 1 || c === control || SKIPPED.has(c.tagName) || (!seen && c.getAttribute("aria-hidden") === "true")) continue;
      const d = styleOf(c).display;
      if (d !== "none") out += d.startsWith("inline") && c.tagName !== "BR" ? go(c) : " " + go(c) + " ";
    }
    return out + generated(n, "::after");
  };
  return fold(go(label));
};
const nameOf = (el) => {
  const explicit = explicitName(el);
  if (explicit) return explicit;
  if (el.labels && el.labels.length) return Array.from(el.labels).map((l) => labelText(l, el, false)).join(" ").trim();
  const tag = el.tagName;
  if (tag === "INPUT" && BUTTON_INPUTS.has(el.type)) return fold(controlText(el));
  if (el.hasAttribute("alt")) return fold(el.getAttribute("alt"));
  if (tag === "svg") { const t = el.querySelector(":scope > title"); if (t) return fold(t.textContent); }
  if (tag === "FIELDSET") { const l = el.querySelector(":scope > legend"); if (l) return fold(textOf(l)); }
  if (tag === "TABLE") { const c = el.querySelector(":scope > caption"); if (c) return fold(textOf(c)); }
  if (FROM_CONTENT.has(roleOf(el))) { const t = fold(textOf(el)); if (t) return t; }
  return fold(el.getAttribute("title") || el.getAttribute("placeholder") || "");
};
const describe = (el) => {
  if (!el) return "nothing";
  const role = roleOf(el), name = nameOf(el).slice(0, 60);
  const id = el.id ? "#" + el.id : el.classList && el.classList.length ? "." + el.classList[0] : "";
  return (role ? role + (name ? ' "' + name + '"' : "") + " " : "") + "<" + el.tagName.toLowerCase() + id + ">";
};
