import {
  CpuBudget,
  defined,
  type FoundName,
  isAnchor,
  isDocumentationFile,
  nearestName,
} from '@docent/content'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'
import { decodeText } from '../site/decode-text.ts'
import { definedHere } from './defined-names.ts'
import { hasWhole, NameEvidence } from './name-evidence.ts'
import { literalsOf, spellingsOf } from './name-spellings.ts'
import { type ChangedPage, nameKey, newNames, type PlacedName } from './new-names.ts'
import { searchRepository } from './search-repository.ts'

/** What stands for the prompts and the pages that the model read, among the paths of files. */
const SAID = '\0said'
/** Names that are looked for at all: a change with more brings a whole documentation. */
const MOST_NAMES = 500
/** Names that Docent searches for one by one, because a search for all of them found too many lines. */
const MOST_ALONE = 20
/** Names for which the nearest real one is looked for. */
const MOST_NEAREST = 20
/** Its default stands near an option, seldom on its line. */
const LINES_AROUND_OPTION = 4
/** Literals of one search: a longer pattern slows it down. */
const MOST_LITERALS = 120

/** CPU time that the names of one change may take on the main thread: thousands of pages take less. */
const CPU_MS = 2_000

export interface NameCheck {
  workspace: Workspace
  /** Context repositories. */
  contexts: readonly Pick<Workspace, 'search'>[]
  /** What people wrote, and passages that the model read. */
  said: readonly string[]
  /** What earlier runs of the job left unconfirmed. */
  reported: readonly UnconfirmedName[]
  /** Files that earlier runs of the job changed: they don't confirm what was reported. */
  published: ReadonlySet<string>
  budget?: CpuBudget
}

export interface NameReport {
  /** They occur nowhere. */
  readonly unconfirmed: readonly UnconfirmedName[]
  /** Files with new names that nobody checked, because all of them would take too long. */
  readonly unchecked: readonly string[]
}

/**
 * The names that a run brings into the pages, and that occur nowhere: not in the repository as the run found it, not in
 * a context repository, not in what people wrote, not in what the model read. What earlier runs of the job reported is asked again.
 * Once the budget of CPU time is spent, what is still open is unchecked.
 */
export async function confirmNames(check: NameCheck, signal: AbortSignal): Promise<NameReport> {
  const { workspace, contexts, said, published, budget = new CpuBudget(CPU_MS) } = check
  const changes = await workspace.changes({ signal })
  const reported = new Set(check.reported.map(reportKey))
  const isReported = (name: FoundName) => reported.has(reportKey(name))
  const pages = await changedPages(check, changes, signal)
  const unchecked = new Set<string>()
  const placed = unique(
    pages.flatMap((page) => newNames(page, budget, isReported, () => unchecked.add(page.path))),
  ).slice(0, MOST_NAMES)
  if (placed.length === 0) return { unconfirmed: [], unchecked: [...unchecked] }

  const evidence = new NameEvidence(budget)
  for (const text of said) evidence.add(SAID, text)
  const paths = (await workspace.list({ signal })).map(({ path }) => path)
  const here = definedHere(paths, pages)
  const confirmed = (each: PlacedName) =>
    isConfirmed(each, evidence, isReported(each.name) ? published : NONE)
  const openOf = (names: readonly PlacedName[]) =>
    budget.spend(() => names.filter((each) => budget.isSpent || !confirmed(each)))
  const own = new Set(changes.map(({ path }) => path))
  for (const path of own) {
    const base = await workspace.readBase(path, { signal })
    if (base !== undefined && !base.subarray(0, 8000).includes(0)) evidence.add(path, decodeText(base))
  }
  // Whether an option exists is known after the search alone.
  const isValue = ({ name }: PlacedName) => name.kind === 'number'
  const unproved = new Set(openOf(placed.filter((each) => !isValue(each) && !here(each.name))))
  let open = placed.filter((each) => isValue(each) || unproved.has(each))
  const search = { trees: [workspace, ...contexts], isOwn: (path: string) => own.has(path), signal }
  let isWhole = true
  for (const literals of budget.isSpent ? [] : batches(open))
    isWhole = (await searchRepository(literals, evidence, search)) && isWhole
  for (const literal of optionLiterals(open).slice(0, MOST_ALONE))
    await searchRepository([literal], evidence, search, LINES_AROUND_OPTION)
  open = openOf(open)
  if (!isWhole) {
    for (const { name } of open.slice(0, MOST_ALONE))
      for (const literal of literalsOf(name)) await searchRepository([literal], evidence, search)
    open = openOf(open)
  }
  if (budget.isSpent) return unfinished(check.reported, open, unchecked)
  for (const { name } of open.slice(0, MOST_NEAREST))
    if (name.kind !== 'number') await searchRepository(piecesOf(name), evidence, search)
  const unconfirmed = open.map((each, at) => report(each, evidence, at < MOST_NEAREST && !budget.isSpent))
  return { unconfirmed, unchecked: [...unchecked] }
}

/** Of names that are still open nothing is known, but what earlier runs could not confirm stays reported. */
function unfinished(
  reported: readonly UnconfirmedName[],
  open: readonly PlacedName[],
  unchecked: ReadonlySet<string>,
): NameReport {
  const known = new Set(reported.map(reportKey))
  const stillOpen = new Set(open.map(({ name }) => reportKey(name)))
  const files = open.flatMap(({ name, file }) => (known.has(reportKey(name)) ? [] : [file]))
  return {
    unconfirmed: reported.filter((name) => stillOpen.has(reportKey(name))),
    unchecked: [...new Set([...unchecked, ...files])],
  }
}

const NONE: ReadonlySet<string> = new Set()

function reportKey({ text, kind }: Pick<FoundName, 'text' | 'kind'>): string {
  return `${kind}\0${text}`
}

/** Pages that this run changed, and those of earlier runs whose names were reported. */
async function changedPages(
  { workspace, reported }: NameCheck,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<ChangedPage[]> {
  const from = new Map<string, string>()
  for (const each of await workspace.summary({ signal }))
    if (each.from !== undefined) from.set(each.path, each.from)
  const pages: ChangedPage[] = []
  for (const { path, content } of changes) {
    if (content === null || !isDocumentationFile(path)) continue
    const base = await workspace.readBase(from.get(path) ?? path, { signal })
    pages.push({ path, before: base === undefined ? '' : decodeText(base), after: decodeText(content) })
  }
  const known = new Set(changes.map(({ path }) => path))
  for (const path of new Set(reported.map(({ file }) => file))) {
    const bytes = known.has(path) ? undefined : await workspace.read(path, { signal })
    if (bytes !== undefined) pages.push({ path, before: decodeText(bytes), after: decodeText(bytes) })
  }
  return pages
}

/** A name alone proves nothing of a number: only one beside an option is asked about. Anchors are checked as links. */
function unique(names: readonly PlacedName[]): PlacedName[] {
  const first = new Map<string, PlacedName>()
  for (const each of names) {
    if (isAnchor(each.name) || (each.name.kind === 'number' && !each.name.belongsTo?.near)) continue
    const key = nameKey(each.name)
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

function isConfirmed({ name }: PlacedName, evidence: NameEvidence, but: ReadonlySet<string>): boolean {
  const counts = (source: string) => !but.has(source)
  if (name.kind === 'number') {
    const option = (name.belongsTo?.keys ?? []).flatMap(optionSpellings)
    // Of an option that is nowhere the option itself is reported.
    const isKnown = option.some((key) => evidence.has({ ...name, parts: [], text: key }, [key], counts))
    return !isKnown || evidence.meet(name.keys, option, counts)
  }
  if (evidence.has(name, name.keys, counts)) return true
  return evidence.has(name, spellingsOf(name), (source) => counts(source) && !isDocumentationFile(source))
}

function optionSpellings(key: string): string[] {
  return spellingsOf({ kind: key.startsWith('--') ? 'flag' : 'key', text: key, keys: [key] })
}

/** Texts to search for, some at a time. Of a value its option is looked for, with the lines around it. */
function batches(names: readonly PlacedName[]): string[][] {
  const literals = [...new Set(names.flatMap(({ name }) => (name.kind === 'number' ? [] : literalsOf(name))))]
  const found: string[][] = []
  for (let at = 0; at < literals.length; at += MOST_LITERALS)
    found.push(literals.slice(at, at + MOST_LITERALS))
  return found
}

function optionLiterals(names: readonly PlacedName[]): string[] {
  const options = names.flatMap(({ name: { kind, belongsTo } }) =>
    kind === 'number' && belongsTo !== undefined ? [belongsTo] : [],
  )
  return [...new Set(options.flatMap(({ text, keys }) => literalsOf({ text, keys, kind: 'key' })))]
}

/** Two slips leave one third of a name whole. */
function piecesOf({ text, keys }: FoundName): string[] {
  const name = (keys[0] ?? text).replace(/^[-/.]+/, '')
  const length = Math.floor(name.length / 3)
  if (length < 3) return []
  return [name.slice(0, length), name.slice(length, 2 * length), name.slice(2 * length)].filter(
    (piece) => !piece.includes('*'),
  )
}

/** A flag may be known without its dashes, as where it is defined. */
function nearestOf({ kind, text, keys }: FoundName, evidence: NameEvidence): string | undefined {
  const found = nearestName(keys[0] ?? text, evidence.keys())
  if (found !== undefined || kind !== 'flag' || !text.startsWith('--')) return found
  const bare = nearestName(text.slice(2), evidence.keys())
  return bare === undefined ? undefined : `--${bare}`
}

function report({ name, file, line }: PlacedName, evidence: NameEvidence, isNear: boolean): UnconfirmedName {
  const { text, kind, belongsTo } = name
  const isValue = kind === 'number'
  const nearest = isNear && !isValue ? nearestOf(name, evidence) : undefined
  return {
    text,
    kind,
    file,
    line,
    ...defined({
      nearest: nearest !== undefined && hasWhole(nearest, text) ? undefined : nearest,
      with: isValue ? belongsTo?.text : undefined,
    }),
  }
}
