/** Where a page that is compared with another begins to differ. No author can write an id that begins so. */
export const CHANGE_ID = 'docent:change'

/** Something on a page that leads elsewhere in the documentation, as its author wrote it. */
export interface PageReference {
  kind: 'page' | 'image'
  /** `../setup.md#install`, `/images/a.png`. */
  target: string
}

/**
 * The HTML of a page without the addresses of its links and pictures, which depend on the site and not on the page
 * alone: `parts[0]`, the address of `references[0]`, `parts[1]`, and so on.
 */
export interface RenderedPage {
  parts: readonly string[]
  references: readonly PageReference[]
  /** The page begins with its own title. */
  hasTitle: boolean
  /** Of a file that was rendered as it is written. */
  title?: string
  description?: string
}

/**
 * The HTML of a page with its addresses filled in.
 * @param resolve the address of a reference; undefined for one that leads nowhere
 */
export function fillReferences(
  { parts, references }: RenderedPage,
  resolve: (reference: PageReference) => string | undefined,
): string {
  let html = parts[0] ?? ''
  for (const [at, reference] of references.entries()) {
    const address = resolve(reference)
    const rest = parts[at + 1] ?? ''
    // An empty address is the page itself, which the browser would load as a picture. Without one, it shows the text.
    if (address === undefined && reference.kind === 'image')
      html = html.replace(/ src="$/, '') + rest.replace(/^"/, '')
    else html += escapeAttribute(address ?? '#') + rest
  }
  return html
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
