import type { Root } from 'hast'
import { attribute, elements, textOf } from './tree.ts'

/** What the head of an HTML page says about it. Addresses are as they are written. */
export interface PageHead {
  title?: string
  /** Name of the site, which titles often end with. */
  siteName?: string
  description?: string
  language?: string
  canonical?: string
  /** Its Markdown version. */
  markdown?: string
  /** Of `<base>`. */
  base?: string
  /** Contents of `<meta name="robots">` and of those that name this crawler. */
  robots: string[]
}

/** @param product token of the crawler, such as `DocentBot` */
export function readHead(tree: Root, product: string): PageHead {
  const head: PageHead = { robots: [] }
  let title: string | undefined
  for (const element of elements(tree)) {
    const { tagName } = element
    if (tagName === 'html') set(head, 'language', attribute(element, 'lang'))
    else if (tagName === 'base') set(head, 'base', attribute(element, 'href'))
    else if (tagName === 'title') title ??= textOf(element)
    else if (tagName === 'meta') {
      const name = (attribute(element, 'name') ?? attribute(element, 'property') ?? '').toLowerCase()
      const content = attribute(element, 'content')
      if (name === 'og:title') set(head, 'title', content)
      else if (name === 'og:site_name') set(head, 'siteName', content)
      else if (name === 'description') set(head, 'description', content)
      else if (name === 'robots' || name === product.toLowerCase()) head.robots.push(content ?? '')
    } else if (tagName === 'link') {
      const relation = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
      const href = attribute(element, 'href')
      if (relation.includes('canonical')) set(head, 'canonical', href)
      const isMarkdown = /^text\/(?:x-)?markdown\b/i.test(attribute(element, 'type') ?? '')
      if (relation.includes('alternate') && isMarkdown) set(head, 'markdown', href)
    } else if (tagName === 'body') break
  }
  set(head, 'title', title)
  return head
}

/** What is said first counts. */
function set(head: PageHead, key: Exclude<keyof PageHead, 'robots'>, value: string | undefined): void {
  const text = value?.replace(/\s+/g, ' ').trim()
  if (text) head[key] ??= text
}
