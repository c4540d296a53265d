import { withoutClosing, withoutOpening } from './courtesy.ts'
import type { Instruction, SectionPlace } from './instruction.ts'
import { QUOTED } from './quoted-text.ts'
import { isPath, LONGEST_CLAUSE, PATH, REF } from './sentence-patterns.ts'

const Q = QUOTED
const BODY =
  /(?<!\s)\s*(?:(?:,\s*)?(?:\b(?:and )?(?:saying|that says|which says|reading|that reads|that states|stating|containing|with (?:the |this )?(?:following |exact )?(?:text|content|contents|body|paragraph|sentence)s?|and (?:the )?(?:text|content|body))\b\s*:?\s*)|:\s*)/

/** Position and length of the words that a body follows, in a sentence that adds something; undefined for others. */
export function bodyStart(sentence: string): { index: number; length: number } | undefined {
  const head = sentence.slice(0, LONGEST_CLAUSE)
  const match = ADDS.test(withoutOpening(head)) ? BODY.exec(head) : null
  return match === null ? undefined : { index: match.index, length: match[0].length }
}

const ADDS = /^(?:add|append|create|insert|write|put|make)\b/i

/** Reads a sentence that adds a page, a section or a text; undefined for any other. */
export function parseAddition(
  text: string,
  value: (masked: string) => string,
  lastPage: string | undefined,
): Instruction | undefined {
  if (!ADDS.test(text)) return undefined
  const start = bodyStart(text)
  const head = start === undefined ? withoutClosing(text) : text.slice(0, start.index)
  const rest = start === undefined ? '' : text.slice(start.index + start.length)
  // A quoted body may be followed by where it goes.
  const quotedBody = new RegExp(`^\\s*(${Q})(?=$|[\\s.,])([^\\n]*)$`).exec(rest.trim())
  const body = quotedBody ? value(at(quotedBody, 1)) : value(rest)
  const about = `${head} ${quotedBody?.[2]?.slice(0, LONGEST_CLAUSE) ?? ''}`.replace(
    /(?<![\s.,])[\s.,]+$/,
    '',
  )
  const place = placeOf(about, value)
  const withoutPlace = about.replace(PLACE, ' ')
  const page = pageOf(withoutPlace, value) ?? lastPage
  if (/^\w+ (?:a |the |another )?(?:new )?(?:documentation )?(?:page|file|doc|document)\b/i.test(head)) {
    const path = new RegExp(
      `\\b(?:page|file|doc|document)(?: (?:at|under|called|named|to))? (${Q}|${PATH})`,
      'i',
    ).exec(head)
    const named = path === null ? undefined : value(at(path, 1))
    const title = titleOf(about, value)
    if (named !== undefined && isPath(named)) return { kind: 'add-page', path: named, title, body }
    const under = new RegExp(`\\b(?:at|under|in|to|as) (${Q}|${PATH})`, 'i').exec(about)
    const target = under === null ? undefined : value(at(under, 1))
    if (target === undefined || !isPath(target)) return undefined
    return { kind: 'add-page', path: target, title: title ?? named, body }
  }
  const section =
    new RegExp(
      `^\\w+ (?:a |the |another )?(?:new )?(?:sub)?(?:section|heading)(?:,? (?:titled|called|named|with the (?:title|heading)))? (${Q})`,
      'i',
    ).exec(head) ??
    new RegExp(`^\\w+ (?:a |the |another )?(?:new )?(${Q}) (?:sub)?(?:section|heading)`, 'i').exec(head) ??
    new RegExp(
      `^\\w+ (?:a |the |another )?(?:new )?(?:sub)?(?:section|heading)\\b.*\\b(?:titled|called|named) (${Q})`,
      'i',
    ).exec(head)
  if (section !== null) {
    if (page === undefined) return undefined
    return { kind: 'add-section', page, title: value(at(section, 1)), body, place }
  }
  const line = new RegExp(
    `^\\w+ (?:the |a |this )?(?:(?:following )?(?:sentence|text|line|paragraph|note|bullet|item|warning|tip)s? )?(${Q})`,
    'i',
  ).exec(head)
  const added =
    line === null
      ? /^\w+ (?:the |a |this )?(?:following )?(?:sentence|text|line|paragraph|note)\b/i.test(head)
        ? body
        : ''
      : value(at(line, 1))
  if (added === '' || page === undefined) return undefined
  return { kind: 'add-text', page, body: added, place }
}

const PLACE = new RegExp(
  `(?<!\\s)\\s*,?\\b(?:right |directly |immediately |just )?(after|before|below|above|under|underneath)(?: the)?(?: (?:section|heading))?(?: (?:titled|called|named))? (${Q}|[A-Z][\\w -]{0,200}?)(?: (?:section|heading))?(?=$|[,.]|\\s+(?:to|in|on|of|from)\\b)`,
)
const IN_SECTION = new RegExp(
  `(?<!\\s)\\s*\\b(?:to|in|into|of) (?:the (?:end of the )?)?(?:section |heading )(${Q})|(?<!\\s)\\s*\\b(?:to|in|into) the (${Q}) section`,
  'i',
)

function placeOf(about: string, value: (masked: string) => string): SectionPlace | undefined {
  const match = PLACE.exec(about)
  if (match !== null) {
    const heading = value(at(match, 2))
    if (isPath(heading)) return undefined
    return { where: /^(?:before|above)$/i.test(at(match, 1)) ? 'before' : 'after', heading }
  }
  const inside = IN_SECTION.exec(about)
  return inside === null ? undefined : { where: 'in', heading: value(inside[1] ?? inside[2] ?? '') }
}

function pageOf(about: string, value: (masked: string) => string): string | undefined {
  const rest = about.replace(IN_SECTION, ' ')
  const pattern = new RegExp(
    `\\b(?:to|in|on|into|of)(?: the (?:end|bottom|top|start) of)? ${REF}(?=$|[\\s,.])`,
    'gi',
  )
  for (const match of rest.matchAll(pattern)) {
    const page = value(match[1] ?? '')
    if (isPath(page) || /\b(?:page|file|doc|document)\b/i.test(match[0]) || match[1]?.startsWith('\uE000'))
      return page
  }
  return undefined
}

function titleOf(about: string, value: (masked: string) => string): string | undefined {
  const match = new RegExp(
    `\\b(?:titled|called|named|(?:with|and)(?: the| a)? title|entitled)(?: of)? (${Q})`,
    'i',
  ).exec(about)
  return match === null ? undefined : value(at(match, 1))
}

function at(match: RegExpExecArray, index: number): string {
  return match[index] ?? ''
}
