import { setImmediate } from 'node:timers/promises'
import type { WatchedCode } from '@docent/core'
import { calibrateGate } from '../gate/calibrate-gate.ts'
import { judgeApart } from '../gate/judge-apart.ts'
import { type Judgement, judgeChange } from '../gate/judge-change.ts'
import { PageHistory } from '../history/page-history.ts'
import type { CodeChange } from '../names/code-change.ts'
import type { BranchStep, CodeRepository } from '../repository/code-repository.ts'
import { PageReader } from '../repository/page-reader.ts'
import { pathFilter } from '../repository/path-filter.ts'
import { watchedFiles } from '../repository/watched-files.ts'

/** A repository, and the commit that is its newest. */
export interface Tree {
  readonly repository: CodeRepository
  readonly tip: string
}

export interface ReadRequest {
  readonly code: Tree
  readonly docs: Tree
  /** True: the pages are in the repository of the code. */
  readonly isOne: boolean
  readonly docsPath: string
  readonly watched: WatchedCode
  /** The newest commit that was judged. */
  readonly seen: string
  /** What the gate asks, where it is known. */
  readonly gate?: number
  readonly signal: AbortSignal
}

export type Verdict = 'stopped' | 'documented' | 'found'

export interface JudgedStep {
  readonly step: BranchStep
  readonly change: CodeChange
  readonly judgement: Judgement
  readonly verdict: Verdict
}

export interface ReadCode {
  /** The oldest first. */
  readonly judged: readonly JudgedStep[]
  /** Where the next look begins. */
  readonly seen: string
  /** There is more to judge. */
  readonly isMore: boolean
  readonly gate?: number
}

const MOST_STEPS = 12_000
/** Changes that one look judges, so that it ends within its lease. */
const MOST_JUDGED = 50

/** Judges what came to a branch since a commit, without a model. */
export async function readCode(request: ReadRequest): Promise<ReadCode> {
  const { code, docs, isOne, docsPath, watched, seen, signal } = request
  const fresh = await code.repository.idsSince(seen, code.tip, signal)
  if (fresh.size === 0) return { judged: [], seen: code.tip, isMore: false }
  const isWatched = pathFilter(watched.paths)
  const own = watchedFiles(docsPath === '' ? [] : [docsPath])
  const files = {
    isPage: own.isPage,
    isCode: (path: string) => own.isCode(path) && !(isOne && own.isPage(path)) && isWatched(path),
  }
  const steps = await code.repository.steps(code.tip, MOST_STEPS, { signal })
  const history = new PageHistory(steps, isOne ? files.isPage : () => false, files.isCode)
  const pages = new PageReader(docs.repository, files.isPage)
  const known = steps.length
  const gate = isOne
    ? (request.gate ??
      (await calibrateGate(
        { repository: code.repository, steps, history, pages, files },
        Math.min(known, steps.findIndex(({ commit }) => !fresh.has(commit)) + 1 || known),
        signal,
      )))
    : undefined
  // The pages as they are now: a later change may have documented an earlier one.
  const index = await pages.index(docs.tip)
  const waiting = steps
    .map((step, at) => ({ step, at }))
    .filter(({ step, at }) => fresh.has(step.commit) && at + 1 < known)
    .toReversed()
  const judged: JudgedStep[] = []
  for (const { step, at } of waiting.slice(0, MOST_JUDGED)) {
    signal.throwIfAborted()
    await setImmediate()
    const paths = step.files.filter(files.isCode)
    if (paths.length === 0) continue
    const change = await code.repository.change(step, paths)
    const documentation = { pages: index, history, from: at + 1 }
    const judgement = isOne ? judgeChange(change, documentation, gate) : judgeApart(change, documentation)
    const isDocumented = isOne && step.files.some(files.isPage)
    const verdict = !judgement.isProposed ? 'stopped' : isDocumented ? 'documented' : 'found'
    judged.push({ step, change, judgement, verdict })
  }
  const isMore = waiting.length > MOST_JUDGED
  return {
    judged,
    seen: isMore ? (waiting[MOST_JUDGED - 1]?.step.commit ?? code.tip) : code.tip,
    isMore,
    ...(gate !== undefined && { gate }),
  }
}
