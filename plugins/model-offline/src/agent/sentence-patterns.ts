import { pageExtension } from '@docent/content'
import { QUOTED } from './quoted-text.ts'

const Q = QUOTED
/** Characters of a clause, quotes masked, past which it is none that is known: patterns are slow on long text. */
export const LONGEST_CLAUSE = 600
/** A quoted text, or one word; one group. */
export const T = `(${Q}|(?!(?:the|a|an|it|this|that|these|all|any)\\b)[^\\s,;:]+)`
/** A path of a file or folder. */
export const PATH = String.raw`(?:\.?/)?[\w@.-]+(?:/[\w@.-]+)*/?`
/** A page: a quoted text, a path, or `the quickstart page`. Its one group is what names it. */
export const REF = `(?:the )?(?:(?:page|file|document|doc) )?(?:(${Q}|${PATH}|[\\w-]+(?: [\\w-]+){0,3}?(?= (?:page|file|doc|document)\\b)))(?: (?:page|file|doc|document))?`
export const EVERYWHERE = `(?:everywhere|globally|all over|in (?:every|all)(?: of)?(?: the)? (?:files?|pages?|docs|documentation)|(?:throughout|across|in)(?: all(?: of)?)?(?: the)?(?: whole| entire)? (?:docs|documentation|site|repo|repository|pages|files))`
/** With a slash or a file extension. */
export function isPath(text: string): boolean {
  if (!/^[\w@./-]+$/.test(text)) return false
  return pageExtension(text) !== '' || /\.(?:json|ya?ml|txt)$/i.test(text) || text.includes('/')
}
