import type { Element, Parents, Root } from 'hast'
import { attribute, classesOf, elements, findElement, textOf } from './tree.ts'

/** What documentation generators put their text into, inside of all that is around it. */
const CONTENT_CLASSES = new Set([
  'theme-doc-markdown',
  'vp-doc',
  'md-content__inner',
  'sl-markdown-content',
  'markdown-body',
  'nextra-content',
  'mdx-content',
])
/** Less of the text around it is no sign of the content. */
const ENOUGH = 0.4

/** The element that holds the text of a page: what its generator is known by, else `article`, `main`, or the body. */
export function mainContent(tree: Root): Parents {
  const body = findElement(tree, ({ tagName }) => tagName === 'body') ?? tree
  const main =
    findElement(body, ({ tagName }) => tagName === 'main') ??
    findElement(body, (element) => attribute(element, 'role') === 'main') ??
    body
  const known = [...elements(main)].filter((element) => isKnown(element))
  if (known[0] !== undefined && known.length === 1) return withHeading(main, known[0])
  const articles = outermost(main, 'article')
  const [article] = articles
  const isAll = article !== undefined && articles.length === 1 && share(article, main) >= ENOUGH
  return isAll ? withHeading(main, article) : main
}

function isKnown(element: Element): boolean {
  return (
    classesOf(element).some((name) => CONTENT_CLASSES.has(name)) ||
    attribute(element, 'itemProp') === 'articleBody'
  )
}

/** The title of a page may stand above its text: then it is put at its beginning. */
function withHeading(main: Parents, content: Element): Parents {
  const isHeading = ({ tagName }: Element) => tagName === 'h1'
  if (findElement(content, isHeading)) return content
  const heading = findElement(main, isHeading)
  return heading === undefined ? content : { ...content, children: [heading, ...content.children] }
}

function outermost(root: Parents, tagName: string): Element[] {
  const found: Element[] = []
  const walk = (parent: Parents) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      if (child.tagName === tagName) found.push(child)
      else walk(child)
    }
  }
  walk(root)
  return found
}

function share(part: Element, whole: Parents): number {
  return textOf(part).trim().length / Math.max(1, textOf(whole).trim().length)
}
