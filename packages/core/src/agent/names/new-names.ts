import { type CpuBudget, extractNames, type FoundName } from '@docent/content'
import { checkedText } from './checked-text.ts'

/** A page that a run changed. */
export interface ChangedPage {
  path: string
  /** At the base, under its old path when it moved; '' for a new one. */
  before: string
  after: string
}

export interface PlacedName {
  name: FoundName
  file: string
  /** From 1. */
  line: number
}

/**
 * The names on lines that the base of a page does not have, and those that `isWanted` asks for on any line.
 *
 * @param onStop when the budget was spent before the end of the page
 */
export function newNames(
  { path, before, after }: ChangedPage,
  budget: CpuBudget,
  isWanted: (name: FoundName) => boolean,
  onStop: () => void,
): PlacedName[] {
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const lines = after.split('\n')
  const starts: number[] = []
  let at = 0
  for (const line of lines) {
    starts.push(at)
    at += line.length + 1
  }
  const found: PlacedName[] = []
  let line = 0
  const checked = budget.isSpent ? after : budget.spend(() => checkedText(after, path))
  for (const name of extractNames(checked, undefined, { budget, onStop })) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= name.start) line++
    if (!old.has((lines[line] ?? '').trim()) || isWanted(name))
      found.push({ name, file: path, line: line + 1 })
  }
  return found
}

/** One name is one question, wherever it stands; a value is asked about with its option. */
export function nameKey({ text, kind, belongsTo }: FoundName): string {
  return kind === 'number' ? `${kind}\0${text}\0${belongsTo?.text ?? ''}` : `${kind}\0${text}`
}
