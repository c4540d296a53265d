import { inject, injectable } from 'tsyringe'
import type { JobId } from '../domain/ids.ts'
import type { Job, JobMessage, StoredJobEvent } from '../domain/job.ts'
import type { Project } from '../domain/project.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { JobStore } from '../ports/job-store.ts'
import { ReadJobs } from './read-jobs.ts'

/** A message of a job as people read it. */
export interface SpokenMessage {
  readonly id: string
  /** What the job began with, what was asked later, or what the agent said at the end of a run. */
  readonly kind: 'prompt' | 'follow_up' | 'closing'
  readonly role: JobMessage['role']
  readonly content: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** What was asked of a job and what the agent said at the end of each run. */
@injectable()
export class JobConversation {
  constructor(
    @inject(ReadJobs) private readonly readJobs: ReadJobs,
    @inject(JobStore) private readonly jobs: JobStore,
  ) {}

  /** In the order in which it was said. @throws DocentError `not_found` */
  async read(project: Project, id: JobId, options: CallOptions = {}): Promise<SpokenMessage[]> {
    const job = await this.readJobs.get(project, id, options)
    const asked = await this.jobs.messages(id, options)
    const closing = await this.#closing(job, asked, options)
    const prompts = asked.map(({ id: messageId, role, content, createdAt }): SpokenMessage => {
      const kind = createdAt === job.createdAt ? 'prompt' : 'follow_up'
      return { id: messageId, kind, role, content, createdAt }
    })
    return [...prompts, ...closing].sort((a, b) => a.createdAt - b.createdAt)
  }

  /** Reads the stored events up to where the job stood when it was read: the log itself waits for more. */
  async #closing(job: Job, asked: readonly JobMessage[], { signal }: CallOptions): Promise<SpokenMessage[]> {
    const stop = new AbortController()
    const ended = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
    const newest = asked.at(-1)?.id
    const isLast = ({ event }: StoredJobEvent) =>
      job.status === 'active'
        ? event.type === 'message' && event.messageId === newest
        : event.type === 'run-finished' && event.run === job.run
    const said: SpokenMessage[] = []
    for await (const stored of this.jobs.events(job.id, 0, { signal: ended })) {
      const { sequence, at, event } = stored
      if (event.type === 'run-finished') {
        const content = event.messageToUser
        said.push({ id: `event-${sequence}`, kind: 'closing', role: 'assistant', content, createdAt: at })
      }
      if (isLast(stored)) break
    }
    stop.abort()
    signal?.throwIfAborted()
    return said
  }
}
