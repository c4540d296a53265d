import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { type Handle, type State, toMdast } from 'hast-util-to-mdast'
import type { Heading, Root as MdastRoot, PhrasingContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { cleanContent } from './clean-content.ts'
import { mainContent } from './main-content.ts'
import { type PageHead, readHead } from './page-head.ts'
import { pageTitle } from './page-title.ts'
import { attribute, elements, findElement, textOf } from './tree.ts'

export interface HtmlPage {
  head: PageHead
  /** Whole page as Markdown, with frontmatter. */
  markdown(): string
}

export interface HtmlOptions {
  /** Token of the crawler, which a page may name in `<meta>`. */
  product: string
  /** How an address in the page is to be written; undefined leaves the link out and keeps its text. */
  linkTo(written: string): string | undefined
}

/** Reads an HTML page; its head can be looked at before its text is made. */
export function readHtml(html: string, { product, linkTo }: HtmlOptions): HtmlPage {
  const tree = fromHtml(html)
  const head = readHead(tree, product)
  return { head, markdown: () => toPage(tree, head, linkTo) }
}

function toPage(tree: Root, head: PageHead, linkTo: HtmlOptions['linkTo']): string {
  const content = mainContent(tree)
  cleanContent(content)
  const root: Root = { type: 'root', children: content.children as Root['children'] }
  nameSections(root)
  const headings = [...elements(root)]
    .filter(({ tagName }) => tagName === 'h1')
    .map((each) => clean(textOf(each)))
  rewriteTargets(root, linkTo)
  const handlers: Record<string, Handle> = {}
  for (const depth of [1, 2, 3, 4, 5, 6] as const) {
    handlers[`h${depth}`] = (state, element) => heading(state, element, depth)
  }
  const mdast = toMdast(root, { handlers, document: true })
  const text = toMarkdown(asRoot(mdast), {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '-',
    rule: '-',
    fences: true,
    resourceLink: true,
  })
  return frontmatter(head, pageTitle(head, headings)) + text
}

function asRoot(node: ReturnType<typeof toMdast>): MdastRoot {
  return node.type === 'root' ? node : { type: 'root', children: [] }
}

/** The id of a heading is written behind it, as its anchor on the site. */
function heading(state: State, element: Element, depth: Heading['depth']): Heading {
  const children = state.all(element) as PhrasingContent[]
  const id = attribute(element, 'id') ?? idInside(element)
  if (id !== undefined && /^[\w:.-]+$/.test(id)) children.push({ type: 'html', value: ` {#${id}}` })
  const node: Heading = { type: 'heading', depth, children }
  state.patch(element, node)
  return node
}

function idInside(element: Element): string | undefined {
  const named = findElement(
    element,
    (inner) => (attribute(inner, 'id') ?? attribute(inner, 'name')) !== undefined,
  )
  return named && (attribute(named, 'id') ?? attribute(named, 'name'))
}

/** `<section id="a"><h2>`: the id of a section is that of its heading, where that has none. */
function nameSections(root: Root): void {
  for (const element of elements(root)) {
    const id = attribute(element, 'id')
    if (id === undefined || !/^(?:section|div)$/.test(element.tagName)) continue
    const first = element.children.find((child) => child.type === 'element')
    if (first?.type === 'element' && /^h[1-6]$/.test(first.tagName)) first.properties.id ??= id
  }
}

function rewriteTargets(root: Root, linkTo: HtmlOptions['linkTo']): void {
  for (const element of elements(root)) {
    for (const name of ['href', 'src']) {
      const written = attribute(element, name)
      if (written === undefined) continue
      const target = linkTo(written)
      if (target === undefined) delete element.properties[name]
      else element.properties[name] = target
    }
    if (element.tagName === 'a' && element.properties.href === undefined) element.tagName = 'span'
  }
}

function frontmatter({ description, language }: PageHead, title: string | undefined): string {
  const fields = Object.entries({ title, description, language }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}\n`],
  )
  return fields.length === 0 ? '' : `---\n${fields.join('')}---\n\n`
}

function clean(text: string): string {
  return text
    .replace(/[\u200b¶]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
