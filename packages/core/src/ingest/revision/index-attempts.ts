import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

const STATE = 'index-attempts'
/** Processes that a revision may end: something in it would end the next one too. */
const MOST = 5
/** After so long the server tries again by itself, ms: it may have been ended by something else. */
const PAUSE_MS = 6 * 60 * 60_000

const Stored = z.object({ revision: z.string(), attempts: z.number(), at: z.number() })

export interface IndexAttempt {
  revision: string
  /** By the clock of the process, milliseconds since the epoch. */
  now: number
  /** A person asked for it. */
  force: boolean
}

/** Counts the processes that ended while they indexed a revision, so that none hangs or ends them for ever. */
export class IndexAttempts {
  constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
  ) {}

  /**
   * Before anything of the revision is read: a process that dies leaves its attempt behind.
   * @throws DocentError `unavailable` after five of them
   */
  async begin({ revision, now, force }: IndexAttempt, options: CallOptions): Promise<void> {
    const stored = Stored.safeParse(await this.notes.read(this.project, STATE, options))
    const known = stored.success && stored.data.revision === revision ? stored.data : undefined
    const attempts = force ? 0 : (known?.attempts ?? 0)
    if (attempts >= MOST && now - (known?.at ?? 0) < PAUSE_MS) throw endedTooOften(this.project, revision)
    const next = { revision, attempts: attempts >= MOST ? MOST : attempts + 1, at: now }
    await this.notes.write(this.project, STATE, next, options)
  }

  /** However the run ended, the process lives. */
  async ended(): Promise<void> {
    await this.notes.write(this.project, STATE, null)
  }
}

function endedTooOften(project: ProjectId, revision: string): DocentError {
  return new DocentError(
    'unavailable',
    `The server ended ${MOST} times while it indexed revision ${revision} of ${project}, so it leaves this revision alone for six hours. Check the log before each end, remove the page that ends it, or run "docent index ${project} --force".`,
  )
}
