import type { Instruction, SectionPlace } from './instruction.ts'
import { QUOTED, type QuotedText } from './quoted-text.ts'

const Q = QUOTED
/** A quoted text, or one word. */
const T = `(${Q}|(?!(?:the|a|an|it|this|that|these|all|any)\\b)[^\\s,;:]+)`
/** A page: a quoted text, a path, or `the quickstart page`. */
const PATH = String.raw`(?:\.?/)?[\w@.-]+(?:/[\w@.-]+)*/?`
const REF = `(?:the )?(?:(?:page|file|document|doc) )?(?:(${Q}|${PATH}|[\\w-]+(?: [\\w-]+){0,3}?(?= (?:page|file|doc|document)\\b)))(?: (?:page|file|doc|document))?`
const EVERYWHERE = `(?:everywhere|globally|all over|in (?:every|all)(?: of)?(?: the)? (?:files?|pages?|docs|documentation)|(?:throughout|across|in)(?: all(?: of)?)?(?: the)?(?: whole| entire)? (?:docs|documentation|site|repo|repository|pages|files))`
const BODY =
  /\s*(?:,?\s*(?:\b(?:and )?(?:saying|that says|which says|reading|that reads|that states|stating|containing|with (?:the |this )?(?:following |exact )?(?:text|content|contents|body|paragraph|sentence)s?|and (?:the )?(?:text|content|body))\b\s*:?\s*)|:\s*)/

/** Nothing of its own: it follows from moving or adding a page, or from every run. */
const IMPLIED =
  /^(?:(?:fix|update|adjust|change|correct|repair|keep)\b.*\blinks?\b[^\uE000]*|(?:add|create|leave|set up)\b.*\bredirects?\b[^\uE000]*|(?:update|fix|adjust)\b.*\b(?:navigation|nav|sidebar|docs\.json)\b[^\uE000]*|add (?:it|the page) to the (?:navigation|nav|sidebar|menu)|(?:run|check)\b.*\bchecks?\b|(?:open|create|make|send) (?:a )?(?:pull request|pr)|thanks?(?: you)?|thank you(?: very much)?)$/i

type Matcher = (text: string, value: (masked: string) => string) => Instruction | undefined

const ARROW = '(?:→|->|=>|⇒)'

const MATCHERS: readonly Matcher[] = [
  // Titles and headings.
  rule(`(?:change|set|update) the (?:page )?title of ${REF} (?:to|from (?:${Q}) to) ${T}`, ([a, b]) => ({
    kind: 'set-title',
    page: a,
    title: b,
  })),
  rule(`(?:give|retitle) ${REF} (?:the (?:new )?title|as|to) ${T}`, ([a, b]) => ({
    kind: 'set-title',
    page: a,
    title: b,
  })),
  // Moves: both sides are paths.
  rule(
    `(?:rename|move) ${REF} (?:to|into|as) (?:the )?(?:(?:folder|directory) )?(${Q}|${PATH})(?: (?:folder|directory))?`,
    ([from, to]) => (isPath(from) && isPath(to) ? { kind: 'move-page', from, to } : undefined),
  ),
  // Typos.
  rule(
    `(?:fix|correct) (?:the |a |this )?(?:typo|typos|misspelling|spelling(?: mistake| error)?|mistake)(?: of| in)?:? ${T} ?(?:${ARROW}|to|with|into|should be|by)? ?${T}SCOPE`,
    ([a, b], scope) => replace(a, b, scope, true),
  ),
  rule(`(?:correct|fix) (${Q}) (?:to|${ARROW}|with|into) ${T}SCOPE`, ([a, b], scope) =>
    replace(a, b, scope, true),
  ),
  rule(
    `(${Q}) (?:should (?:be|read|say)|must be|is a typo (?:of|for)|is misspelled,? (?:it )?should be) (${Q})SCOPE`,
    ([a, b], scope) => replace(a, b, scope, true),
  ),
  rule(
    `(?:fix|correct) (?:the|a|this) (?:typo|misspelling|mistake)SCOPE:? ${T} ?(?:${ARROW}|to|should be|must be|instead of) ?${T}`,
    ([a, b], scope) => replace(a, b, scope, true),
  ),
  // Replacements.
  rule(
    `(?:replace|substitute|swap|exchange)(?: (?:all|every|each|any))?(?: (?:the )?(?:occurrences?|instances?|mentions?|uses?) of)?(?: the)?(?: (?:text|word|words|phrase|string|term|sentence|name|line|url|link|value|heading|title))? ${T}SCOPE (?:with|by|for) (?:the (?:text|word|phrase|string|term|sentence) )?${T}SCOPE`,
    ([a, b], scope) => replace(a, b, scope, false),
  ),
  rule(
    `(?:change|update|rename|edit|turn)(?: (?:all|every|each))?(?: (?:the )?(?:occurrences?|instances?|mentions?) of)?(?: the)?(?: (?:text|word|words|phrase|string|term|sentence|name|heading|section|value|line|url|link))? (${Q})SCOPE (?:to(?: say| read| be)?|into|${ARROW}|so that it (?:says|reads)) (${Q})SCOPE`,
    ([a, b], scope) => replace(a, b, scope, false),
  ),
  rule(
    `(?:use|write|say|prefer) (${Q}) (?:instead of|in place of|rather than) (${Q})SCOPE`,
    ([a, b], scope) => replace(b, a, scope, false),
  ),
  rule(`(${Q}) ${ARROW} (${Q})SCOPE`, ([a, b], scope) => replace(a, b, scope, false)),
  // Removals.
  rule(
    `(?:delete|remove|drop) (?:the )?(?:section|heading)(?: (?:titled|called|named))? (${Q}) (?:from|of|in|on) ${REF}`,
    ([a, b]) => ({ kind: 'delete-section', page: b, title: a }),
  ),
  rule(`(?:delete|remove|drop) (?:the )?(${Q}) section (?:from|of|in|on) ${REF}`, ([a, b]) => ({
    kind: 'delete-section',
    page: b,
    title: a,
  })),
  rule(
    `(?:delete|remove|drop|cut)(?: the)?(?: (?:text|word|words|phrase|sentence|line|paragraph|note))? (${Q}) from ${REF}`,
    ([a, b]) => ({ kind: 'replace', old: a, new: '', pages: [b], wholeWord: false }),
  ),
  rule(`(?:delete|remove|drop) ${REF}`, ([a], _scope, text) =>
    isPath(a) || /\b(?:page|file|doc|document)\b/i.test(text) ? { kind: 'delete-page', page: a } : undefined,
  ),
]

/**
 * Reads one sentence, quotes masked, as an instruction. An empty list is something that is done anyway; undefined is
 * nothing it knows. `lastPage` is what `it` and `the same page` mean.
 */
export function parseInstruction(
  sentence: string,
  quoted: QuotedText,
  lastPage: string | undefined,
): Instruction[] | undefined {
  const value = (masked: string) => quoted.value(masked)
  const whole = withoutOpening(sentence)
  let text = withoutClosing(whole)
  if (IMPLIED.test(text)) return []
  const withBody = parseAddition(whole, value, lastPage)
  if (withBody !== undefined) return [withBody]
  if (lastPage !== undefined)
    text = text.replace(
      /\b(?:there|on (?:it|that page)|in (?:it|there|(?:the same|that|this) (?:page|file)))(?=$|[\s,.])/i,
      `in ${lastPage}`,
    )
  if (lastPage !== undefined)
    text = text.replace(
      /^((?:rename|move|delete|remove) )(?:it|that page|this page|the same page)\b/i,
      `$1${lastPage}`,
    )
  text = text.replace(
    new RegExp(
      `^(?:in|on) ((?!all|every|the (?:whole|docs|documentation))${REF}),? ((?:please )?(?:replace|substitute|swap|change|update|rename|fix|correct|use|remove|delete|add|append|insert)\\b.+)$`,
      'i',
    ),
    '$3 in $1',
  )
  for (const match of MATCHERS) {
    const instruction = match(text, value)
    if (instruction !== undefined) return [instruction]
  }
  return undefined
}

/** True when a sentence starts with what an instruction starts with. */
export function startsInstruction(sentence: string): boolean {
  return /^(?:replace|substitute|swap|change|rename|move|delete|remove|drop|add|append|create|insert|write|put|fix|correct|update|set|use)\b/i.test(
    withoutOpening(sentence),
  )
}

/** Position and length of the words that a body follows, in a sentence that adds something; undefined for others. */
export function bodyStart(sentence: string): { index: number; length: number } | undefined {
  const match = ADDS.test(withoutOpening(sentence)) ? BODY.exec(sentence) : null
  return match === null ? undefined : { index: match.index, length: match[0].length }
}

const ADDS = /^(?:add|append|create|insert|write|put|make)\b/i

function parseAddition(
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
  const about = `${head} ${quotedBody?.[2] ?? ''}`.replace(/[\s.,]+$/, '')
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
  `\\s*,?\\b(?:right |directly |immediately |just )?(after|before|below|above|under|underneath)(?: the)?(?: (?:section|heading))?(?: (?:titled|called|named))? (${Q}|[A-Z][\\w -]*?)(?: (?:section|heading))?(?=$|[,.]|\\s+(?:to|in|on|of|from)\\b)`,
)
const IN_SECTION = new RegExp(
  `\\s*\\b(?:to|in|into|of) (?:the (?:end of the )?)?(?:section |heading )(${Q})|\\s*\\b(?:to|in|into) the (${Q}) section`,
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

type Build = (
  values: [a: string, b: string],
  scope: readonly string[] | undefined,
  text: string,
) => Instruction | undefined

/** A rule over a whole sentence. `SCOPE` in it is an optional ` in a.mdx and b.mdx` or ` everywhere`. */
function rule(source: string, build: Build): Matcher {
  let count = 0
  const scoped = source.replaceAll('SCOPE', () => {
    count++
    return `(?: ${EVERYWHERE}|,? (?:in|on|of|within|inside|throughout) (?<scope${count}>${scopeSource()}))?`
  })
  const pattern = new RegExp(`^${scoped}$`, 'i')
  // Named groups have numbers too: the values are the groups without a name.
  const groups = [...scoped.matchAll(/\((?!\?[:=!])(\?<scope)?/g)]
  const unnamed = groups.flatMap((group, index) => (group[1] === undefined ? [index + 1] : []))
  return (text, value) => {
    const match = pattern.exec(text)
    if (match === null) return undefined
    const written = match.groups?.scope1 ?? match.groups?.scope2
    const [a = '', b = ''] = unnamed.map((index) => value(at(match, index)))
    return build([a, b], written === undefined ? undefined : pagesIn(written, value), text)
  }
}

/** One page or several, without groups of its own, so that a rule's numbers stay. */
function scopeSource(): string {
  const one = REF.replace(/\((?!\?)/g, '(?:')
  return `${one}(?:(?:,| and|, and) ${one})*`
}

function pagesIn(scope: string, value: (masked: string) => string): string[] {
  return scope
    .split(/,? and |, /)
    .map((each) =>
      each
        .trim()
        .replace(/^the /i, '')
        .replace(/^(?:page|file|document|doc) /i, '')
        .replace(/ (?:page|file|document|doc)$/i, ''),
    )
    .filter((each) => each !== '')
    .map(value)
}

function replace(
  old: string,
  by: string,
  scope: readonly string[] | undefined,
  wholeWord: boolean,
): Instruction | undefined {
  return old === '' || old === by ? undefined : { kind: 'replace', old, new: by, pages: scope, wholeWord }
}

function withoutOpening(sentence: string): string {
  let text = sentence.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, '')
  for (;;) {
    const next = text.replace(
      /^(?:please|kindly|hi|hello|hey|ok(?:ay)?|now|then|next|also|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|and|after that|afterwards|additionally|(?:can|could|would|will) you(?: please)?|i(?:'d| would)? (?:want|like|need)(?: you)? to|we (?:want|need) to|you should|let's|let us)\b[\s,:!]*/i,
      '',
    )
    if (next === text) break
    text = next
  }
  return text
}

function withoutClosing(text: string): string {
  return text.replace(/(?:,? please)?[\s.!?;,]*$/i, '')
}

/** With a slash or a file extension. */
export function isPath(text: string): boolean {
  return /^[\w@./-]+$/.test(text) && (/\.(?:mdx?|json|ya?ml|txt)$/i.test(text) || text.includes('/'))
}

function at(match: RegExpExecArray, index: number): string {
  return match[index] ?? ''
}
