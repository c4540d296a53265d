import { DocentError } from '@docent/core/plugin'
import type { BranchStep, CodeRepository } from '../repository/code-repository.ts'
import { CodeKeys } from './code-keys.ts'
import { isPastPage, type NameOnPage, namesOnPage } from './page-names.ts'

/** A name that a page has and the code no longer has. */
export interface StaleName extends Pick<NameOnPage, 'page' | 'line' | 'name'> {
  /** Where the code had it last. */
  readonly file: string
  /** The change that removed it, as far as it was found. */
  readonly removed?: { commit: string; at: number; title: string }
}

export interface DriftReport {
  readonly pages: number
  readonly names: number
  readonly stale: readonly StaleName[]
}

export interface DriftRequest {
  /** Where the documentation is, and at which commit. */
  readonly docs: { repository: CodeRepository; commit: string }
  readonly code: { repository: CodeRepository; commit: string }
  readonly isPage: (path: string) => boolean
  readonly isCode: (path: string) => boolean
  readonly signal?: AbortSignal
  /** Called with what is done, of how much. */
  readonly onProgress?: (done: number, total: number) => void
}

const DAY_MS = 24 * 60 * 60 * 1000
/** How old the trees are in which a name is looked for that the code does not have now, days. */
const AGES = [30, 90, 180, 365, 730, 1095]
const MOST_STEPS = 20_000
/** Names whose removal is looked up, one git process each. */
const MOST_LOOKED_UP = 40
/** What only these had is no part of the product. */
const ASIDE =
  /(?:^|\/)(?:\.[^/]+|scripts?|tools?|hack|ci|build|website|www|docs?|\w+\.nix|eslint\.\w+|Makefile)(?:\/|$)/i

/**
 * Names that pages have and the code once had, but has no longer. Names that the code never had are those of other
 * programs, or examples: they are no drift.
 */
export async function findDrift(request: DriftRequest): Promise<DriftReport> {
  const { docs, code, isPage, isCode, signal, onProgress } = request
  const pages = [...(await docs.repository.files(docs.commit)).keys()].filter(isPage)
  if (pages.length === 0)
    throw new DocentError('invalid_request', 'There are no pages. Name their folder with --docs.')
  const named: NameOnPage[] = []
  for (const [done, page] of pages.entries()) {
    signal?.throwIfAborted()
    onProgress?.(done, pages.length + AGES.length)
    if (isPastPage(page)) continue
    named.push(...namesOnPage(page, (await docs.repository.text(`${docs.commit}:${page}`)) ?? ''))
  }
  const keys = new CodeKeys(code.repository, new Set(named.flatMap((name) => name.keys)))
  // Pages prove nothing, wherever they lie.
  const files = [...(await code.repository.files(code.commit))].filter(([path]) => !isPage(path))
  const now = await keys.of(files, signal)
  const gone = named.flatMap((name) => {
    const missing = name.keys.filter((key) => !now.has(key))
    return missing.length === 0 ? [] : [{ name, missing }]
  })
  const steps = await code.repository.steps(code.commit, MOST_STEPS, { signal })
  const before = await lastSeen(request, keys, steps, new Set(gone.flatMap(({ missing }) => missing)), isCode)
  const stale: StaleName[] = []
  for (const { name, missing } of gone) {
    const seen = missing.map((key) => before.get(key)).find((place) => place !== undefined)
    if (seen === undefined) continue
    const { page, line, name: text } = name
    const removed = stale.length < MOST_LOOKED_UP ? await removalOf(request, text, seen) : undefined
    stale.push({ page, line, name: text, file: seen.file, ...(removed && { removed }) })
  }
  onProgress?.(1, 1)
  return { pages: pages.length, names: named.length, stale }
}

interface Seen {
  readonly file: string
  readonly commit: string
}

/** Where keys were in older trees, the youngest first. */
async function lastSeen(
  { code, isPage, signal }: DriftRequest,
  keys: CodeKeys,
  steps: readonly BranchStep[],
  wanted: ReadonlySet<string>,
  isCode: (path: string) => boolean,
): Promise<Map<string, Seen>> {
  const found = new Map<string, Seen>()
  const now = steps[0]?.at ?? 0
  let last: string | undefined
  for (const days of AGES) {
    const step = steps.find(({ at }) => at <= now - days * DAY_MS)
    if (wanted.size === found.size || step === undefined || step.commit === last) continue
    last = step.commit
    const files = [...(await code.repository.files(step.commit))].filter(
      ([path]) => isCode(path) && !isPage(path) && !ASIDE.test(path),
    )
    for (const [key, file] of await keys.of(files, signal))
      if (wanted.has(key) && !found.has(key)) found.set(key, { file, commit: step.commit })
  }
  return found
}

async function removalOf({ code }: DriftRequest, name: string, seen: Seen): Promise<StaleName['removed']> {
  const text = (name.split('(', 1)[0] ?? '').replace(/^-+/, '')
  const step = await code.repository.removal(text, seen.file, { from: seen.commit, to: code.commit })
  return step && { commit: step.commit, at: step.at, title: step.title }
}
