import { CpuBudget } from '@docent/content'
import type { Habits, HistoryEvidence, PageHistory } from '../history/page-history.ts'
import { changedNames } from '../names/changed-names.ts'
import type { ChangedName, CodeChange } from '../names/code-change.ts'
import type { PageIndex } from '../pages/page-index.ts'
import { keyOf, termsOf } from '../text/terms.ts'

/** What a change says of itself, before pages are asked. */
export interface ChangeEvidence {
  readonly names: readonly ChangedName[]
  readonly around: readonly string[]
  readonly said: readonly string[]
  readonly codeLines: number
  readonly commentLines: number
  readonly history: HistoryEvidence
  readonly habits: Habits
  readonly recentPages: ReadonlyMap<string, number>
}

export interface Documentation {
  readonly pages: PageIndex
  readonly history: PageHistory
  /** Where the history of the change begins in it. */
  readonly from?: number
}

/** CPU time that parsing the files of a change may take, ms: a hundred usual files take less. */
const PARSE_MS = 350

/** A word as people write it: no joint, no digit, no capital. */
const WORD = /^[a-z]+$/

/** A text that is a word of many pages names nothing: it is what the documentation is written with. */
function isCommon({ kind, name }: ChangedName, pages: PageIndex): boolean {
  if (kind !== 'literal' || !WORD.test(name)) return false
  return termsOf(name).every((term) => pages.pagesWith(term).length > pages.paths.length * 0.15 + 2)
}

export function evidenceOf(change: CodeChange, { pages, history, from = 0 }: Documentation): ChangeEvidence {
  const budget = new CpuBudget(PARSE_MS)
  const names: ChangedName[] = []
  const around = new Set<string>()
  const said: string[] = []
  let codeLines = 0
  let commentLines = 0
  for (const file of change.files) {
    const found = changedNames(file, budget)
    names.push(...found.names.filter((name) => !isCommon(name, pages)))
    for (const name of found.around) around.add(name)
    said.push(...found.said)
    codeLines += found.codeLines
    commentLines += found.commentLines
  }
  return {
    names,
    around: [...around],
    said,
    codeLines,
    commentLines,
    history: history.of(
      change.files.map(({ path }) => path),
      change.title,
      from,
    ),
    habits: history.habits(change.title, from),
    recentPages: history.recentPages(from),
  }
}

/** How much each signal counts where pages are fused by rank. */
export const SIGNALS = [
  'names',
  'around',
  'history',
  'words',
  'paths',
  'title',
  'recent',
  'breaking',
] as const
export type Signal = (typeof SIGNALS)[number]
export type Ranks = Readonly<Record<Signal, ReadonlyMap<number, number>>>

/** Scores of pages by each signal. */
export function rankPages(change: CodeChange, evidence: ChangeEvidence, pages: PageIndex): Ranks {
  const names = new Map<string, number>()
  for (const { name } of evidence.names) names.set(keyOf(name), 1)
  const around = new Map<string, number>()
  for (const name of evidence.around) {
    const key = keyOf(name)
    if (!names.has(key)) around.set(key, 1)
  }
  const words = new Map<string, number>()
  const addWords = (text: string, weight: number) => {
    for (const term of termsOf(text)) words.set(term, Math.min(4, (words.get(term) ?? 0) + weight))
  }
  addWords(change.body.slice(0, 3_000), 0.3)
  for (const text of evidence.said.slice(0, 200)) addWords(text.slice(0, 300), 0.3)
  for (const { name } of evidence.names.slice(0, 200)) addWords(name, 0.3)
  const title = new Map<string, number>()
  for (const term of termsOf(change.title)) title.set(term, 1)
  return {
    names: pages.search(names, Math.max(20, pages.paths.length / 4)),
    around: pages.search(around, Math.max(20, pages.paths.length / 4)),
    history: historyRanks(evidence.history.pages, pages),
    words: pages.search(words),
    paths: pathRanks(change, pages),
    title: pages.search(title),
    recent: historyRanks(evidence.recentPages, pages),
    breaking: breakingRanks(change, evidence, pages),
  }
}

const BREAKING =
  /^\w+(?:\([^)]{0,80}\))?!:|\bbreaking change|\bdeprecat|\bno longer\b|^remove\b|: remove\b|\bdrop(?:s|ped)? support/i
const MIGRATION = /migrat|upgrad|breaking|deprecat|whats-?new|changelog|release-?notes/i

/** What takes something away from users is written where they learn how to move on. */
function breakingRanks(
  change: CodeChange,
  { recentPages }: ChangeEvidence,
  pages: PageIndex,
): Map<number, number> {
  const scores = new Map<number, number>()
  if (!BREAKING.test(change.title) && !BREAKING.test(change.body.slice(0, 3_000))) return scores
  for (const [at, path] of pages.paths.entries()) {
    const recent = recentPages.get(path) ?? 0
    if (MIGRATION.test(path) && recent > 0) scores.set(at, recent)
  }
  return scores
}

/** Pages move: one that is gone counts for the one of its name. */
function historyRanks(past: ReadonlyMap<string, number>, pages: PageIndex): Map<number, number> {
  const at = new Map(pages.paths.map((path, index) => [path, index]))
  const scores = new Map<number, number>()
  for (const [path, score] of past) {
    const here = at.get(path)
    const found = here === undefined ? pages.pagesCalled(ownName(path)) : [here]
    if (found.length > 3) continue
    for (const index of found) scores.set(index, (scores.get(index) ?? 0) + score / found.length)
  }
  return scores
}

function ownName(path: string): string {
  const parts = path.split('/').map((part) => part.replace(/\.[a-z]+$/i, ''))
  return keyOf((/^(?:index|readme|_index)$/i.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)) ?? '')
}

/** Pages that are called as a file of the change, as its folders, or as a word of the title. */
function pathRanks(change: CodeChange, pages: PageIndex): Map<number, number> {
  const scores = new Map<number, number>()
  const add = (key: string, weight: number) => {
    const found = key.length < 3 ? [] : pages.pagesCalled(key)
    const plural = found.length > 0 ? [] : pages.pagesCalled(key.endsWith('s') ? key.slice(0, -1) : `${key}s`)
    for (const at of [...found, ...plural])
      scores.set(at, (scores.get(at) ?? 0) + weight / Math.max(1, found.length + plural.length))
  }
  for (const { path } of change.files.slice(0, 60)) {
    const folders = path.split('/')
    const parts = folders.map((part) => keyOf(part.replace(/\.[a-z]+$/i, '')))
    for (const [index, key] of parts.entries()) add(key, 0.3 + index / parts.length)
    // A page that lies beside its code.
    for (const [at, page] of pages.paths.entries()) {
      const folder = page.slice(0, page.lastIndexOf('/'))
      if (folder !== '' && path.startsWith(`${folder}/`))
        scores.set(at, (scores.get(at) ?? 0) + folder.length / path.length)
    }
  }
  for (const word of change.title.match(/[\w][\w.-]*/g) ?? []) add(keyOf(word), 1)
  return scores
}
