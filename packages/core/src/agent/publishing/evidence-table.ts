import type { CodeChangeKind, CodeEvidence, EvidenceRow } from '../../domain/code-evidence.ts'
import { inlineCode } from '../../domain/inline-code.ts'
import type { ChangeSummary } from '../../ports/workspaces.ts'
import { neutralize } from './neutralize.ts'

/** Rows that a pull request shows, and how long they are together. */
const MOST_ROWS = 40
const LONGEST_TABLE = 9_000
const LONGEST = 160

const WORDS: Readonly<Record<CodeChangeKind, string>> = {
  added: 'new',
  removed: 'gone',
  changed: 'changed',
  described: 'comment changed',
  touched: 'changed',
}

/** `Row 3: what and why` of the closing message: what the agent did because of a change of the code. */
const ROW_NOTE = /^ {0,6}(?:[-*+] {1,4})?Row (\d{1,4}) ?[:–—-](.*)$/i

/** Takes the lines about rows out of a closing message. */
export function rowNotes(message: string): { notes: ReadonlyMap<number, string>; rest: string } {
  const notes = new Map<number, string>()
  const rest: string[] = []
  for (const line of message.split('\n')) {
    const [, number, words = ''] = line.length > 2_000 ? [] : (ROW_NOTE.exec(line.replaceAll('**', '')) ?? [])
    const text = words.trim()
    if (number === undefined || text === '' || notes.has(Number(number))) rest.push(line)
    else notes.set(Number(number), text)
  }
  return { notes, rest: rest.join('\n').trim() }
}

/** What changed in the code, and what changed here: a row a change. */
export function evidenceTable(
  { rows, isHidden = false }: CodeEvidence,
  changes: readonly ChangeSummary[],
  notes: ReadonlyMap<number, string>,
): string {
  if (isHidden)
    return `${count(rows.length, 'change')} of the code, whose names and links stay out of this pull request because fewer people can read the code.`
  const changed = new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])))
  const lines: string[] = []
  let length = 0
  for (const row of rows.slice(0, MOST_ROWS)) {
    const line = tableLine(row, changed, notes.get(row.row))
    length += line.length
    if (length > LONGEST_TABLE) break
    lines.push(line)
  }
  if (rows.length > lines.length) lines.push(`| | … and ${rows.length - lines.length} more | | |`)
  return ['| Row | Code | Pages | What and why |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

function tableLine(row: EvidenceRow, changed: ReadonlySet<string>, note: string | undefined): string {
  const { name, more = [], change, file, line, lineUrl, changeUrl, title, commit } = row
  const what = name === '' ? inlineCode(file) : inlineCode(name)
  const others = more.map((each) => `, ${inlineCode(each)}`).join('')
  const code = `${WORDS[change]} ${linked(what, lineUrl)}${others}${name === '' ? '' : `, line ${line}`} in ${linked(words(title), changeUrl)} (${inlineCode(commit.slice(0, 9))})`
  const pages = row.pages.filter(({ path }) => changed.has(path))
  const shown = pages.length === 0 ? 'none' : pages.map(({ path }) => inlineCode(path)).join(', ')
  const why = note === undefined ? pages.map(({ why: reason }) => reason)[0] : words(note)
  return `| ${row.row} | ${cell(code)} | ${cell(shown)} | ${cell(why ?? '')} |`
}

/** A bar would begin another cell. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/(?<!\\)\|/g, '\\|')
}

/** Words of people and models: no markup of theirs. */
function words(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
  return neutralize(line).replace(/[\\[\]<>*_]/g, '\\$&')
}

/** Only addresses that Docent made itself. */
function linked(text: string, url: string | undefined): string {
  return url === undefined
    ? text
    : `[${text}](${url.replace(/[()\s<>]/g, (found) => `%${found.charCodeAt(0).toString(16).padStart(2, '0')}`)})`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
