import type { Instruction, ParsedPrompt } from './instruction.ts'
import { bodyStart } from './parse-addition.ts'
import { parseInstruction, startsInstruction } from './parse-instruction.ts'
import { QUOTED, QuotedText } from './quoted-text.ts'
import { LONGEST_CLAUSE } from './sentence-patterns.ts'

/** Without quoted texts, characters. Patterns take time that grows faster than the text. */
const LONGEST_PROMPT = 20_000
const MOST_CLAUSES = 200

const LIST_MARK = /^\s*(?:[-*•]|\d+[.)])\s+/
const NEXT_VERB = String.raw`(?:replace|change|rename|move|delete|remove|add|append|create|insert|fix|correct|update|set)\b`
const NEXT_CLAUSE = new RegExp(
  `(?:,|(?<!\\s))\\s+(?:(?:and )?then|and(?: also)?)\\s+(?=${NEXT_VERB})|;\\s+|,\\s+(?=${NEXT_VERB})`,
  'gi',
)
/** `In a.mdx, …`: says where, and is no clause of its own. */
const OPENING = /^\W*(?:(?:please|then|and|also)\s+)?(?:in|on|throughout|across)\s[^,]*$/i
const NEXT_PAIR = new RegExp(`(?:,|(?<!\\s))\\s+and\\s+(?=${QUOTED} (?:with|by|to|→|->) ${QUOTED})`, 'gi')

/**
 * Reads the instructions of one message: sentences, clauses joined by `and` or `then`, numbered or bulleted lists,
 * lines. The text that an addition is to hold may span lines; it ends where the next instruction begins.
 */
export function parsePrompt(prompt: string, before: readonly Instruction[] = []): ParsedPrompt {
  const quoted = new QuotedText(prompt)
  if (quoted.masked.length > LONGEST_PROMPT) return { instructions: [], unclear: [prompt.slice(0, 200)] }
  const parsed: ParsedPrompt = { instructions: [], unclear: [] }
  for (const item of itemsOf(quoted)) {
    for (const clause of clausesOf(item, quoted)) {
      const last = parsed.instructions.at(-1) ?? before.at(-1)
      const found = again(clause, quoted, last) ?? parseInstruction(clause, quoted, last && pageOf(last))
      if (found !== undefined) parsed.instructions.push(...found)
      else if (!isCourtesy(clause)) parsed.unclear.push(quoted.restore(clause).replace(LIST_MARK, '').trim())
    }
  }
  return parsed
}

/** Lines, with the lines of an addition's text joined to the line that announces it. */
function itemsOf(quoted: QuotedText): string[] {
  const items: string[] = []
  let body = false
  for (const line of quoted.masked.split('\n')) {
    const isInstruction =
      startsInstruction(line) && parseInstruction(firstClause(line), quoted, '.') !== undefined
    if (body && !isInstruction) {
      items[items.length - 1] += `\n${line}`
      continue
    }
    if (line.trim() === '') continue
    items.push(line)
    const start = bodyStart(lastClause(line))
    const rest = start === undefined ? '' : lastClause(line).slice(start.index + start.length)
    body = start !== undefined && !new RegExp(`^\\s*${QUOTED}[^:]*$`).test(rest)
    if (/:\s*$/.test(line) && start === undefined && !isInstruction) items.pop()
  }
  return items
}

/** Sentences and clauses of an item; the text of an addition stays whole. */
function clausesOf(item: string, quoted: QuotedText): string[] {
  const clauses: string[] = []
  let rest = item
  for (let clause = 0; clause < MOST_CLAUSES; clause++) {
    const sentence = firstClause(rest)
    const start = bodyStart(sentence.split('\n')[0] ?? '')
    if (start !== undefined && isOpenBody(sentence.slice(start.index + start.length))) {
      const { own, next } = cutBody(rest, start.index + start.length, quoted)
      clauses.push(own)
      if (next === '') break
      rest = next
      continue
    }
    if (sentence.trim() !== '') clauses.push(sentence)
    rest = rest
      .slice(sentence.length)
      .replace(/^(?:,?\s+(?:and )?(?:also )?then\s+|,?\s+and(?: also)?\s+|[;,.!?]?\s+)/i, '')
    if (rest === '' || sentence === '') break
  }
  return clauses.flatMap((clause) => pairs(clause))
}

function isOpenBody(rest: string): boolean {
  return rest.trim() !== '' && !new RegExp(`^\\s*${QUOTED}`).test(rest)
}

/** An unquoted text runs to the end of the item, or to a sentence that is an instruction itself. */
function cutBody(text: string, from: number, quoted: QuotedText): { own: string; next: string } {
  for (const match of text.slice(from).matchAll(/[.!?]\s+(?=\S)/g)) {
    const at = from + match.index + 1
    const next = text.slice(at).trim()
    if (
      startsInstruction(next.slice(0, LONGEST_CLAUSE)) &&
      parseInstruction(firstClause(next), quoted, undefined) !== undefined
    ) {
      return { own: text.slice(0, at), next }
    }
  }
  return { own: text, next: '' }
}

/** Up to the end of the sentence, or to an `and` before another verb. */
function firstClause(text: string): string {
  const marks = LIST_MARK.exec(text)?.[0].length ?? 0
  const sentence = /[.!?](?=\s+\S)/.exec(text.slice(marks))
  const end = sentence === null ? text.length : sentence.index + 1 + marks
  const near = text.slice(0, Math.min(end, LONGEST_CLAUSE))
  const clause = [...near.matchAll(NEXT_CLAUSE)].find(
    (match) => match.index > 0 && !OPENING.test(text.slice(0, match.index)),
  )
  const start = bodyStart(text.slice(0, LONGEST_CLAUSE).split('\n')[0] ?? '')
  if (clause !== undefined && (start === undefined || clause.index < start.index))
    return text.slice(0, clause.index)
  if (start !== undefined && start.index < end && isOpenBody(text.slice(start.index + start.length)))
    return text
  return text.slice(0, end)
}

function lastClause(line: string): string {
  let rest = line
  for (let clause = 0; clause < MOST_CLAUSES; clause++) {
    const first = firstClause(rest)
    const next = rest
      .slice(first.length)
      .replace(/^(?:,?\s+(?:and )?(?:also )?then\s+|,?\s+and(?: also)?\s+|[;,.!?]?\s+)/i, '')
    if (next === '' || first === '') return rest
    rest = next
  }
  return rest
}

/** `replace "a" with "b" and "c" with "d"` is two. */
function pairs(clause: string): string[] {
  const [first = '', ...others] = clause.split(NEXT_PAIR)
  const verb = /\b(replace|change|rename|fix the typo|correct)\b/i.exec(first)?.[1]
  if (others.length === 0 || verb === undefined) return [clause]
  const scope =
    /( (?:in|on|throughout|across) (?!\uE000\d+\uE001 (?:with|by|to)).{0,600}| everywhere)$/i.exec(
      others.at(-1) ?? '',
    )?.[1] ?? ''
  const scoped = (text: string) =>
    scope !== '' && !text.endsWith(scope) && !/ (?:in|on) /.test(text) ? `${text}${scope}` : text
  return [scoped(first), ...others.map((other) => scoped(`${verb} ${other}`))]
}

/** `do the same in b.mdx`. */
function again(clause: string, quoted: QuotedText, last: Instruction | undefined): Instruction[] | undefined {
  const match =
    /^\W*(?:and |also |please |now )*(?:do|make|apply) the same(?: (?:change|thing|replacement))? (?:also )?(?:(?:in|on|to|for) )?(.+)/is.exec(
      clause.replace(/(?<![\s.!])[\s.!]+$/, '').trim(),
    )
  if (match === null || last === undefined) return undefined
  const where = (match[1] ?? '').replace(/(?:,? (?:too|as well)|, please| please)$/i, '')
  const pages =
    /^(?:everywhere|all (?:the )?(?:other )?(?:pages|files)|the (?:whole |other )?(?:docs|documentation|pages))/i.test(
      where,
    )
      ? undefined
      : where.split(/,? and |, /).map((each) => quoted.value(each))
  if (last.kind === 'replace') return [{ ...last, pages }]
  if (pages === undefined || !('page' in last)) return undefined
  return pages.map((page) => ({ ...last, page }))
}

/** The page that `it` means after an instruction. */
function pageOf(last: Instruction): string | undefined {
  if (last.kind === 'replace') return last.pages?.at(-1)
  if (last.kind === 'move-page') return last.to
  return last.kind === 'add-page' ? last.path : last.page
}

function isCourtesy(clause: string): boolean {
  return /^\W*(?:(?:hi|hello|hey|thanks?|thank you|cheers|please)\b[^.]{0,20}|(?:and|also|then|do|make) (?:the following|these changes?|this)\W*)?$/i.test(
    clause.trim(),
  )
}
