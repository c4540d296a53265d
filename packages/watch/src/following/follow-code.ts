import { type GitHosts, sameRepository, type WatchedCode } from '@docent/core'
import type { Clock, Logger, NamedLeases, Project, ProjectNotes } from '@docent/core/plugin'
import { type JudgedStep, readCode, type Tree } from './code-reader.ts'
import { evidenceRows, loginOf, shortDiff } from './evidence-rows.ts'
import type { HandOver } from './hand-over.ts'
import type { SettleOpen } from './settle-open.ts'
import { type FoundChange, type LogEntry, StateKeeper } from './watch-state.ts'
import type { WatchedRepositories } from './watched-repositories.ts'

export interface FollowParts {
  readonly notes: ProjectNotes
  readonly leases: NamedLeases
  readonly hosts: GitHosts
  readonly repositories: WatchedRepositories
  readonly settle: SettleOpen
  readonly handOver: HandOver
  readonly clock: Clock
  readonly logger: Logger
  /** Names this process. */
  readonly holder: string
}

const LEASE_MS = 10 * 60_000
const DAY_MS = 24 * 3_600_000
/** The habits of a repository change slowly. */
const CALIBRATED_MS = 7 * DAY_MS

/** One look at the code that a project watches: what changed becomes evidence, and evidence a job. */
export class FollowCode {
  constructor(private readonly parts: FollowParts) {}

  /**
   * Safe to repeat and to kill at any moment: what it knows is written in one piece, by one process at a time, and a job
   * begins or goes on once for the same evidence.
   *
   * @returns true when there is more to look at
   */
  async look(project: Project, signal: AbortSignal): Promise<boolean> {
    const { leases, notes, holder, settle, handOver } = this.parts
    const name = `watch/${project.id}`
    if (!(await leases.acquire(name, holder, LEASE_MS, { signal }))) return false
    try {
      const keeper = await StateKeeper.open(notes, project.id)
      await settle.settle(project, keeper, signal)
      let isMore = false
      for (const watched of project.watch ?? [])
        isMore = (await this.#read(project, watched, keeper, signal)) || isMore
      if (!isMore) await handOver.handOver(project, keeper, signal)
      return isMore
    } finally {
      await leases.release(name, holder)
    }
  }

  async #read(
    project: Project,
    watched: WatchedCode,
    keeper: StateKeeper,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { repositories, clock, logger } = this.parts
    const { repository: url } = watched
    const isOne = project.repository !== undefined && sameRepository(project.repository, url)
    const branch = watched.branch ?? (isOne ? project.branch : undefined)
    const code = await repositories.open(project, url, branch, signal)
    let docs: Tree | undefined
    try {
      const tip =
        watched.on === 'release' ? await repositories.newestTag(project, url, code.tip, signal) : code.tip
      const source = keeper.state.sources[url]
      if (tip === undefined) return false
      const isKnown = source !== undefined && (await code.repository.has(source.seen))
      if (!isKnown) {
        // Nothing is proposed for the past: replay shows that.
        const began: LogEntry = { at: clock.now(), commit: tip, title: url, verdict: 'began' }
        await keeper.save({
          sources: { ...keeper.state.sources, [url]: { seen: tip } },
          log: [...keeper.state.log, began],
        })
        return false
      }
      if (source.seen === tip) return false
      docs = await repositories.open(project, project.repository ?? url, project.branch, signal)
      const isRecent = source.gatedAt !== undefined && clock.now() - source.gatedAt < CALIBRATED_MS
      const read = await readCode({
        ...{ code: { ...code, tip }, docs, isOne, watched, signal, seen: source.seen },
        docsPath: project.docsPath,
        ...(isRecent && source.gate !== undefined && { gate: source.gate }),
      })
      // Names of a rewritten history come a second time.
      const isRewritten = !(await code.repository.isAncestor(source.seen, tip))
      const found = this.#foundIn(project, watched, read.judged, keeper, isRewritten)
      const gated =
        read.gate === undefined ? {} : { gate: read.gate, gatedAt: isRecent ? source.gatedAt : clock.now() }
      await keeper.save({
        ...found,
        sources: { ...keeper.state.sources, [url]: { ...source, ...gated, seen: read.seen } },
      })
      logger.info(
        { project: project.id, repository: url, judged: read.judged.length, pending: found.pending.length },
        'watch: changes of code were judged',
      )
      return read.isMore
    } finally {
      code.repository.close()
      docs?.repository.close()
    }
  }

  #foundIn(
    project: Project,
    { repository }: WatchedCode,
    judged: readonly JudgedStep[],
    { state }: StateKeeper,
    isRewritten: boolean,
  ) {
    const { hosts, clock } = this.parts
    const { gitHost: _, ...rest } = project
    const codePaths = hosts.capabilities({ ...rest, repository })?.codePaths
    const pending: FoundChange[] = [...state.pending]
    const log = [...state.log]
    const counts = { ...state.counts }
    const taken = new Set(
      [...pending, ...(state.batch?.changes ?? [])].flatMap(({ rows }) => rows.map(({ key }) => key)),
    )
    const isTaken = (key: string) => {
      const fate = state.fates[key]
      return taken.has(key) || (fate !== undefined && (fate !== 'merged' || isRewritten))
    }
    for (const { step, change, judgement, verdict } of judged) {
      counts.looked++
      const rows =
        verdict === 'found' ? evidenceRows(step, judgement, { repository, codePaths }, isTaken) : []
      const told = verdict === 'found' && rows.length === 0 ? 'known' : verdict
      log.push({ at: clock.now(), commit: step.commit, title: step.title.slice(0, 200), verdict: told })
      if (told === 'stopped') counts.stopped++
      if (told === 'documented') counts.documented++
      if (told !== 'found') continue
      for (const { key } of rows) taken.add(key)
      const author = loginOf(step.email, repository)
      pending.push({
        ...{ repository, commit: step.commit, title: step.title.slice(0, 200), foundAt: clock.now(), rows },
        diff: shortDiff(change, rows),
        ...(author !== undefined && { author }),
      })
    }
    return { pending, log, counts }
  }
}
