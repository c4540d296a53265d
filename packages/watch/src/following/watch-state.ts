import { DocentError, type Json, type ProjectId, type ProjectNotes } from '@docent/core/plugin'
import { z } from 'zod'

const Row = z.object({
  key: z.string(),
  name: z.string(),
  more: z.array(z.string()).optional(),
  change: z.enum(['added', 'removed', 'changed', 'described', 'touched']),
  title: z.string(),
  commit: z.string(),
  file: z.string(),
  line: z.int(),
  lineUrl: z.string().optional(),
  changeUrl: z.string().optional(),
  pages: z.array(z.object({ path: z.string(), why: z.string() })),
})
export type FoundRow = z.infer<typeof Row>

/** A change of code that the gate let through. */
const FoundChange = z.object({
  repository: z.string(),
  commit: z.string(),
  title: z.string(),
  /** When Docent found it, milliseconds since the epoch. */
  foundAt: z.number(),
  /** Name on the git host, where the commit says it. */
  author: z.string().optional(),
  rows: z.array(Row),
  /** The lines that changed, cut. */
  diff: z.string(),
  /** Its pull request was closed because nobody answered: it waits for the next one. */
  isExpired: z.boolean().optional(),
  /** Runs that failed with it. */
  failures: z.int().optional(),
})
export type FoundChange = z.infer<typeof FoundChange>

/** What became of evidence: a key is proposed once. */
const FATES = ['open', 'merged', 'declined', 'unneeded', 'expired'] as const
export type Fate = (typeof FATES)[number]

const LogEntry = z.object({
  at: z.number(),
  commit: z.string(),
  title: z.string(),
  verdict: z.enum([
    'began',
    'stopped',
    'documented',
    'known',
    'found',
    'proposed',
    'merged',
    'closed',
    'expired',
    'unneeded',
    'failed',
  ]),
  pull: z.string().optional(),
})
export type LogEntry = z.infer<typeof LogEntry>

const Counts = z.object({
  looked: z.int(),
  stopped: z.int(),
  documented: z.int(),
  rows: z.int(),
  pulls: z.int(),
  merged: z.int(),
  closed: z.int(),
  expired: z.int(),
  dropped: z.int(),
})

const WatchState = z.object({
  sources: z.record(
    z.string(),
    z.object({ seen: z.string(), gate: z.number().optional(), gatedAt: z.number().optional() }),
  ),
  pending: z.array(FoundChange),
  /** Changes on their way to a job: handed over once, whatever dies meanwhile. */
  batch: z.object({ id: z.string(), changes: z.array(FoundChange) }).optional(),
  /** The job whose pull request is the open one. */
  open: z
    .object({
      jobId: z.string(),
      changes: z.array(FoundChange),
      /** How many of the last ones no finished run has read. */
      fresh: z.int(),
      /** Keys of all rows that the job was told, the first one first. */
      told: z.array(z.string()),
      dropped: z.array(z.int()),
      isExpiring: z.boolean().optional(),
    })
    .optional(),
  fates: z.record(z.string(), z.enum(FATES)),
  log: z.array(LogEntry),
  counts: Counts,
})
export type WatchState = z.infer<typeof WatchState>

const KEY = 'watch'
/** Older ones are forgotten. */
const MOST_LOG = 200
const MOST_FATES = 5_000

const EMPTY: WatchState = {
  ...{ sources: {}, pending: [], fates: {}, log: [] },
  counts: {
    ...{
      looked: 0,
      stopped: 0,
      documented: 0,
      rows: 0,
      pulls: 0,
      merged: 0,
      closed: 0,
      expired: 0,
      dropped: 0,
    },
  },
}

/** What a watch remembers of a project: one note, written only by whoever read its newest text. */
export class StateKeeper {
  #stored: Json | undefined
  state: WatchState

  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    stored: Json | undefined,
  ) {
    this.#stored = stored
    this.state = stored === undefined ? structuredClone(EMPTY) : WatchState.parse(stored)
  }

  static async open(notes: ProjectNotes, project: ProjectId): Promise<StateKeeper> {
    return new StateKeeper(notes, project, await notes.read(project, KEY))
  }

  /** @throws DocentError `conflict` when another process wrote meanwhile: what this one knows is old */
  save(change: Partial<WatchState>): Promise<void> {
    return this.replace({ ...this.state, ...change })
  }

  /** As `save`, with everything that is to be remembered. */
  async replace(next: WatchState): Promise<void> {
    const state: WatchState = {
      ...next,
      log: next.log.slice(-MOST_LOG),
      fates: Object.fromEntries(Object.entries(next.fates).slice(-MOST_FATES)),
    }
    const value = JSON.parse(JSON.stringify(state)) as Json
    if (!(await this.notes.replace(this.project, KEY, this.#stored, value)))
      throw new DocentError('conflict', 'Another process looked at the code of the project meanwhile.', {
        isRetryable: true,
      })
    this.#stored = value
    this.state = state
  }
}
