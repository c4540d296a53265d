import type { DiffLine } from './parse-diff.ts'

/** Where the text of a line differs from the line that it replaces, or that replaces it: from one offset to another. */
export type ChangedWords = readonly [from: number, to: number]

/** Comparing longer lines would cost more than it shows. */
const MOST_CHARACTERS = 2_000
/** Of the longer of two lines: with less in common they are different lines, and marks would say nothing. */
const LEAST_COMMON = 0.25

/** The changed words of each line that was edited: lines of a run are compared with as many that stand in their place. */
export function changedWords(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, ChangedWords> {
  const found = new Map<DiffLine, ChangedWords>()
  for (let at = 0; at < lines.length; at++) {
    const removed = runOf(lines, at, 'removed')
    if (removed.length === 0) continue
    const added = runOf(lines, at + removed.length, 'added')
    at += removed.length + added.length - 1
    if (added.length === removed.length)
      for (const [place, line] of removed.entries()) compare(line, added[place], found)
  }
  return found
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): DiffLine[] {
  let to = from
  while (lines[to]?.kind === kind) to++
  return lines.slice(from, to)
}

function compare(before: DiffLine, after: DiffLine | undefined, found: Map<DiffLine, ChangedWords>): void {
  if (after === undefined) return
  const longest = Math.max(before.text.length, after.text.length)
  if (longest > MOST_CHARACTERS) return
  const [old, now] = [wordsOf(before.text), wordsOf(after.text)]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const head = lengthOf(old.slice(0, start))
  const tail = lengthOf(old.slice(old.length - end))
  if (head + tail < longest * LEAST_COMMON) return
  for (const line of [before, after])
    if (head < line.text.length - tail) found.set(line, [head, line.text.length - tail])
}

/** Words, and each character between them. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}
