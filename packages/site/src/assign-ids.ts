import { type Heading, withEmoji } from '@docent/content'
import GithubSlugger, { slug } from 'github-slugger'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'

/** Attributes by which a component is linked, as `collectAnchors` of @docent/content reads them. */
const TITLES = ['title', 'label', 'name', 'path', 'query', 'body', 'header']
const LONGEST = 500
/** `{#id}`, `{: #id }`, `{ .class #id }` at the end of a heading. */
const EXPLICIT_ID = /(?<!\s)\s*\{:?\s*(?:\.[\w.:-]+\s+)*#[\w.:-]+(?:[^\w.:{}-][^{}]*)?\}\s*$/

/**
 * Gives headings and titled components the ids that links to the page use: those that indexing found, so that every
 * citation leads to its section.
 */
export function assignIds(tree: Root, headings: readonly Heading[]): void {
  const anchors = new HeadingAnchors(headings)
  const titles = new GithubSlugger()
  const taken = new Set(headings.map(({ anchor }) => anchor))
  const used = new Set<string>()
  visit(tree, 'element', (node) => {
    if (node.tagName === 'pre' || node.tagName === 'svg') return SKIP
    if (/^h[1-6]$/.test(node.tagName)) {
      removeExplicitId(node)
      const id = anchors.next(Number(node.tagName.slice(1)), withEmoji(textOf(node)), ownId(node))
      delete node.properties.id
      if (!used.has(id)) node.properties.id = id
      used.add(id)
      return undefined
    }
    const { jsx } = node.data ?? {}
    if (jsx === undefined || !/^[A-Z]/.test(jsx.name)) return undefined
    const own = ownId(node)
    if (own !== undefined && !taken.has(own) && !used.has(own)) {
      node.properties.id = own
      used.add(own)
    }
    for (const name of TITLES) {
      const title = jsx.attributes.get(name)
      if (title === undefined || title.length > LONGEST) continue
      const id = titles.slug(title)
      if (id === '' || taken.has(id) || used.has(id)) continue
      node.properties.id ??= id
      used.add(id)
    }
    return undefined
  })
}

/** Finds the anchor of each heading of the HTML tree among those of the index, in their order. */
class HeadingAnchors {
  readonly #slugger = new GithubSlugger()
  readonly #headings: readonly Heading[]
  #next = 0

  constructor(headings: readonly Heading[]) {
    this.#headings = headings
    for (const { anchor } of headings) this.#slugger.occurrences[anchor] ??= 0
  }

  /** @param own the id that a heading of raw HTML has */
  next(depth: number, text: string, own: string | undefined): string {
    const wanted = slug(text)
    const at = this.#headings.findIndex(
      (heading, index) => index >= this.#next && heading.depth === depth && slug(heading.text) === wanted,
    )
    // Where the texts are read in two ways, the order tells.
    if (at === -1 && own !== undefined) return own
    const found = at === -1 && this.#headings[this.#next]?.depth === depth ? this.#next : at
    const heading = this.#headings[found]
    // A heading that indexing does not see, such as one of raw HTML.
    if (heading === undefined) return this.#slugger.slug(text)
    this.#next = found + 1
    return heading.anchor
  }
}

function ownId({ properties, data }: Element): string | undefined {
  const id = data?.jsx?.attributes.get('id') ?? properties.id
  return typeof id === 'string' && id !== '' ? id : undefined
}

function removeExplicitId(heading: Element): void {
  const children: ElementContent[] = heading.children.filter((child) => !isIdExpression(child))
  const last = children.at(-1)
  if (last?.type === 'text') last.value = last.value.replace(EXPLICIT_ID, '').replace(/(?<!\s)\s+$/, '')
  heading.children = children
}

/** `{#id}` is an expression in MDX. */
function isIdExpression(node: RootContent): boolean {
  if (node.type !== 'element' || node.tagName !== 'code') return false
  const [name] = Array.isArray(node.properties.className) ? node.properties.className : []
  return name === 'expression' && /^\{\s*#[^\s{}]+\s*\}$/.test(textOf(node))
}
