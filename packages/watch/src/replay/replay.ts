import { DocentError } from '@docent/core/plugin'
import { calibrateGate } from '../gate/calibrate-gate.ts'
import { judgeChange } from '../gate/judge-change.ts'
import { PageHistory } from '../history/page-history.ts'
import type { CodeRepository } from '../repository/code-repository.ts'
import { PageReader } from '../repository/page-reader.ts'
import type { WatchedFiles } from '../repository/watched-files.ts'
import { type ChangeTable, changeTable } from './change-table.ts'

export interface ReplayRequest {
  readonly repository: CodeRepository
  /** The branch or commit that is replayed. */
  readonly from: string
  readonly files: WatchedFiles
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** What became of one change. */
export type Verdict =
  /** The gate stopped it. */
  | 'stopped'
  /** It would have been proposed, and its author changed one of the pages. */
  | 'documented'
  | 'proposed'

export interface ReplayedChange extends ChangeTable {
  readonly verdict: Verdict
  /** Pages that its author changed. */
  readonly own: readonly string[]
}

export interface Replay {
  /** Changes of code since then. */
  readonly changes: number
  readonly stopped: number
  /** Changes of code whose authors changed pages, and how many of those pages are candidates. */
  readonly documented: { changes: number; pages: number; found: number; stopped: number }
  /** Pull requests that would have been opened, each with its changes, the oldest first. */
  readonly proposals: readonly { at: number; changes: readonly ReplayedChange[] }[]
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Changes that one pull request gathers, at most, and for how long. */
const MOST_GATHERED = 10
const GATHER_MS = DAY_MS
/** Steps of the history that tell which pages belong to which code. */
const MOST_STEPS = 12_000

/** What a watch would have proposed since a day. Opens nothing, and asks no model. */
export async function replay(request: ReplayRequest): Promise<Replay> {
  const { repository, from, files, since, signal, onProgress } = request
  const steps = await repository.steps(await repository.resolve(from), MOST_STEPS, { signal })
  const history = new PageHistory(steps, files.isPage, files.isCode)
  const pages = new PageReader(repository, files.isPage)
  const last = steps.findIndex(({ at }) => at < since)
  const wanted = steps
    .slice(0, last < 0 ? steps.length : last)
    .map((step, at) => ({
      step,
      at,
      code: step.files.filter((path) => files.isCode(path) && !files.isPage(path)),
    }))
    // The first commit of a repository has none before it.
    .filter(({ code, at }) => code.length > 0 && at + 1 < steps.length)
  if (![...(await repository.files(steps[0]?.commit ?? from)).keys()].some(files.isPage))
    throw new DocentError('invalid_request', 'There are no pages. Name their folder with --docs.')
  const gate = await calibrateGate(
    { repository, steps, history, pages, files },
    last < 0 ? steps.length : last,
    signal,
  )
  const judged: ReplayedChange[] = []
  for (const [done, { step, at, code }] of wanted.toReversed().entries()) {
    signal?.throwIfAborted()
    onProgress?.(done, wanted.length)
    const index = await pages.index(`${step.commit}^`)
    const change = await repository.change(step, code)
    const judgement = judgeChange(change, { pages: index, history, from: at + 1 }, gate)
    const own = step.files.filter(files.isPage)
    const verdict = verdictOf(judgement.isProposed, own)
    judged.push({ ...changeTable(step, judgement), verdict, own })
  }
  const documented = judged.filter(({ own }) => own.length > 0)
  return {
    changes: judged.length,
    stopped: judged.filter(({ verdict }) => verdict === 'stopped').length,
    documented: {
      changes: documented.length,
      pages: documented.reduce((sum, { own }) => sum + own.length, 0),
      found: documented.reduce(
        (sum, { own, pages: found }) =>
          sum + own.filter((path) => found.some((page) => page.path === path)).length,
        0,
      ),
      stopped: documented.filter(({ verdict }) => verdict === 'stopped').length,
    },
    proposals: gathered(judged.filter(({ verdict }) => verdict === 'proposed')),
  }
}

/** Whoever changed a page with the code has documented it: nothing is proposed beside it. */
function verdictOf(isProposed: boolean, own: readonly string[]): Verdict {
  if (!isProposed) return 'stopped'
  return own.length > 0 ? 'documented' : 'proposed'
}

function gathered(changes: readonly ReplayedChange[]): Replay['proposals'] {
  const proposals: { at: number; changes: ReplayedChange[] }[] = []
  for (const change of changes) {
    const open = proposals.at(-1)
    const first = open?.changes[0]
    if (open && first && open.changes.length < MOST_GATHERED && change.at - first.at < GATHER_MS) {
      open.changes.push(change)
      open.at = change.at
    } else proposals.push({ at: change.at, changes: [change] })
  }
  return proposals
}
