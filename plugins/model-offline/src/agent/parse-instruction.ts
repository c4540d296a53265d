import { withoutClosing, withoutOpening } from './courtesy.ts'
import type { Instruction } from './instruction.ts'
import { bodyStart, parseAddition } from './parse-addition.ts'
import { QUOTED, type QuotedText } from './quoted-text.ts'
import { EVERYWHERE, isPath, LONGEST_CLAUSE, PATH, REF, T } from './sentence-patterns.ts'

const Q = QUOTED

/** Needs no step of its own, because moving or adding a page, or every run, does it. */
const IMPLIED =
  /^(?:(?:fix|update|adjust|change|correct|repair|keep)\b.{0,200}\blinks?\b[^\uE000]*|(?:add|create|leave|set up)\b.{0,200}\bredirects?\b[^\uE000]*|(?:update|fix|adjust)\b.{0,200}\b(?:navigation|nav|sidebar|docs\.json)\b[^\uE000]*|add (?:it|the page) to the (?:navigation|nav|sidebar|menu)|(?:run|check)\b.{0,200}\bchecks?\b|(?:open|create|make|send) (?:a )?(?:pull request|pr)|thanks?(?: you)?|thank you(?: very much)?)$/i

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
  if (whole.length > LONGEST_CLAUSE && bodyStart(whole) === undefined) return undefined
  const withBody = parseAddition(whole, value, lastPage)
  if (withBody !== undefined) return [withBody]
  let text = withoutClosing(whole.slice(0, LONGEST_CLAUSE))
  if (IMPLIED.test(text)) return []
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
    withoutOpening(sentence.slice(0, LONGEST_CLAUSE)),
  )
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
    const [a = '', b = ''] = unnamed.map((index) => value(match[index] ?? ''))
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
