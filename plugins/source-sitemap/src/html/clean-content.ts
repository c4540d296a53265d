import type { Element, Nodes, Parents } from 'hast'
import { codeBlock } from './code-block.ts'
import { attribute, classesOf, rewrite } from './tree.ts'

const NOT_TEXT = new Set(
  'script style noscript template nav footer form button input select textarea svg canvas iframe object dialog link meta'.split(
    ' ',
  ),
)
const AROUND_CLASSES =
  /^(?:toc|table-of-contents|tableofcontents|breadcrumbs?|pagination(?:-nav)?|theme-doc-(?:toc|footer|breadcrumbs)[\w-]*|theme-edit-this-page|edit-(?:this-page|link)|sidebar|skip-link|prev-next|visually-hidden|sr-only|linenos?|line-numbers?|line-numbers-wrapper|gutter)$/i
const CALLOUT =
  /(?:^|[-_])(?:admonition|callout|note|tip|info|warning|caution|danger|important|aside)(?:$|[-_])/i
const PERMALINK_CLASSES =
  /(?:^|[-_])(?:hash-?link|header-?link|header-?anchor|anchor|permalink|anchor-link|heading-link)(?:$|[-_])/i
/** Of links to a heading itself. */
const PERMALINK_TEXT = /^[\s\u200b\u00b6#§🔗]*$/u

/**
 * Takes out what is not text of the page: navigation, tables of contents, buttons, links of headings to themselves.
 * Blocks of code become plain, with their language.
 */
export function cleanContent(content: Parents): void {
  rewrite(content, (element, parents) => {
    const { tagName } = element
    if (isAround(element, parents)) return []
    if (tagName === 'pre') return [codeBlock(element, parents)]
    if (tagName === 'a' && isPermalink(element)) return []
    if (tagName === 'table' && isCodeTable(element)) return codeOfTable(element, parents)
    return undefined
  })
}

function isAround(element: Element, parents: readonly Element[]): boolean {
  const { tagName } = element
  if (NOT_TEXT.has(tagName)) return true
  const role = attribute(element, 'role') ?? ''
  if (/^(?:navigation|search|banner|contentinfo|toolbar)$/.test(role)) return true
  if (tagName === 'aside' && !isCallout(element)) return true
  // The header of an article holds its title; one that holds the page's is beside the content.
  if (tagName === 'header' && parents.length <= 1 && parents[0]?.tagName === 'body') return true
  if (attribute(element, 'ariaHidden') === 'true' && tagName !== 'pre' && tagName !== 'code') return true
  if ('dataPagefindIgnore' in element.properties) return true
  return classesOf(element).some((name) => AROUND_CLASSES.test(name))
}

function isCallout(element: Element): boolean {
  return attribute(element, 'role') === 'note' || classesOf(element).some((name) => CALLOUT.test(name))
}

function isPermalink(element: Element): boolean {
  if (!attribute(element, 'href')?.includes('#') || element.children.some(isPicture)) return false
  const isNamed = classesOf(element).some((name) => PERMALINK_CLASSES.test(name))
  // Some generators make the whole heading a link to itself: its text stays.
  return (
    (isNamed && attribute(element, 'ariaLabel') !== undefined) || PERMALINK_TEXT.test(visibleText(element))
  )
}

/** What is said to screen readers alone is none of it. */
function visibleText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || isAround(node, [])) return ''
  return node.children.map(visibleText).join('')
}

function isPicture(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'img'
}

/** Numbers of lines in one column, code in the other. */
function isCodeTable(element: Element): boolean {
  return classesOf(element).some((name) => /^(?:highlighttable|rouge-table|lntable)$/.test(name))
}

function codeOfTable(element: Element, parents: readonly Element[]): Nodes[] {
  const pres: Element[] = []
  rewrite(element, (inner) => {
    if (isAround(inner, [])) return []
    if (inner.tagName === 'pre') pres.push(inner)
    return undefined
  })
  const code = pres.at(-1)
  return code === undefined ? [] : [codeBlock(code, [...parents, element])]
}
