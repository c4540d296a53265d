/** Adds the rules of a part that is loaded later, once for a root. */
export function useStyles(place: HTMLElement, styles: string): void {
  const root = place.getRootNode()
  if (!(root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const isThere = root.adoptedStyleSheets.some(
    ({ cssRules }) => cssRules[0]?.cssText === sheet.cssRules[0]?.cssText,
  )
  if (!isThere) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
