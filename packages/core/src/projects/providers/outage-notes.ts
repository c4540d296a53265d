import { inject, Lifecycle, scoped } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { Logger } from '../../ports/logger.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { KeptList } from '../kept-list.ts'

export const PROVIDER_KINDS = ['model', 'git host', 'embedding model', 're-ranking model'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

const NotedOutage = z.object({
  kind: z.enum(PROVIDER_KINDS),
  name: z.string(),
  /** When the first of its failures without a success between them was. */
  since: z.number(),
  /** When it last failed. */
  at: z.number(),
  /** Safe to show to members. */
  reason: z.string(),
})
/** A provider whose last call for a project failed. */
export type NotedOutage = z.output<typeof NotedOutage>
type Named = Pick<NotedOutage, 'kind' | 'name'>

/** Failures and looks of one process in this time count as one, so that a busy project does not write with each answer, ms. */
const QUIET_MS = 10_000
/** So long after its last call, a failure says nothing of the present, ms. */
const FORGET_MS = 24 * 60 * 60_000
const TIMEOUT_MS = 5_000
const REASON_CHARACTERS = 500

/**
 * What failed last for each project, in the store: every process reads what another one met. A project has notes of its
 * own, because the same provider can have another key there.
 */
@scoped(Lifecycle.ContainerScoped)
export class OutageNotes {
  readonly #list: KeptList<NotedOutage>
  /** When this process last wrote or looked for each provider of a project, and whether it failed then. */
  readonly #seen = new Map<string, { at: number; isFailing: boolean }>()
  /** The writes of this process come one after the other. */
  #last: Promise<void> = Promise.resolve()

  constructor(
    @inject(ProjectNotes) notes: ProjectNotes,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
  ) {
    this.#list = new KeptList(notes, {
      key: 'outages',
      schema: NotedOutage,
      most: 20,
      replaces: isSame,
    })
  }

  /** Never rejects: who calls is in the middle of a failure already, and the log has that of the note. */
  failed(project: ProjectId, provider: Named, reason: string): Promise<void> {
    return this.#note(project, provider, true, async (options) => {
      const at = this.clock.now()
      const earlier = (await this.#list.list(project, options)).find((one) => isSame(one, provider))
      const since = earlier !== undefined && at - earlier.at < FORGET_MS ? earlier.since : at
      const { kind, name } = provider
      const outage = { kind, name, since, at, reason: reason.slice(0, REASON_CHARACTERS) }
      await this.#list.add(project, outage, options)
    })
  }

  /** Never rejects. */
  succeeded(project: ProjectId, provider: Named): Promise<void> {
    return this.#note(project, provider, false, (options) =>
      this.#list.remove(project, (one) => isSame(one, provider), options),
    )
  }

  /** What fails, the newest first. */
  async list(project: ProjectId, options?: CallOptions): Promise<NotedOutage[]> {
    const now = this.clock.now()
    return (await this.#list.list(project, options)).filter(({ at }) => now - at < FORGET_MS)
  }

  #note(
    project: ProjectId,
    { kind, name }: Named,
    isFailing: boolean,
    write: (options: CallOptions) => Promise<void>,
  ): Promise<void> {
    const key = JSON.stringify([project, kind, name])
    const now = this.clock.now()
    const seen = this.#seen.get(key)
    if (seen?.isFailing === isFailing && now - seen.at < QUIET_MS) return Promise.resolve()
    this.#seen.set(key, { at: now, isFailing })
    this.#last = this.#last.then(async () => {
      try {
        await write({ signal: AbortSignal.timeout(TIMEOUT_MS) })
      } catch (error) {
        this.#seen.delete(key)
        this.logger.warn({ err: error, projectId: project, kind, name }, 'an outage could not be noted')
      }
    })
    return this.#last
  }
}

function isSame(one: Named, other: Named): boolean {
  return one.kind === other.kind && one.name === other.name
}
