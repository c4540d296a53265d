import { ConnectionError } from './api-error.ts'
import { backoffMs, sleep } from './backoff.ts'
import type { AgentJob, JobEvent, JobPage, JobStatus } from './job.ts'
import { randomId } from './random-id.ts'
import { readEvents } from './read-events.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface CreateJobOptions extends CallOptions {
  /** Makes the request safe to repeat for 24 hours. Default: a new one for each call, kept through its retries. */
  idempotencyKey?: string
}

export interface ListJobsOptions extends CallOptions {
  status?: JobStatus
  /** Only jobs that are archived, or only those that are not. Default: both. */
  archived?: boolean
  /** Jobs on a page, 1 to 100. Default 20. */
  limit?: number
  /** `nextCursor` of the page before. */
  cursor?: string
}

export interface JobEventsOptions extends CallOptions {
  /** Start after the event with this sequence number. Default 0: from the beginning. */
  after?: number
}

export interface WaitOptions extends CallOptions {
  /** Called with each event of the job, from its beginning. */
  onEvent?: (event: JobEvent) => void
}

/** How often in a row an event stream may break before any event came; after that the error is thrown. */
const MOST_RECONNECTS = 8

/** Jobs of the agent: a prompt becomes a pull request, in the background. Needs an admin key. */
export class AgentClient {
  constructor(private readonly transport: Transport) {}

  /** Creates a job. It is durable when the promise resolves, and repeated calls never make two of it. */
  create(project: string, prompt: string, options: CreateJobOptions = {}): Promise<AgentJob> {
    return this.#post(`${pathOf(project)}/job`, { prompt }, options)
  }

  get(project: string, id: string, { signal }: CallOptions = {}): Promise<AgentJob> {
    return this.transport.json({ method: 'GET', path: jobPath(project, id), ...(signal && { signal }) })
  }

  /** One page of jobs, newest first. */
  list(project: string, { signal, ...query }: ListJobsOptions = {}): Promise<JobPage> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const path = `${pathOf(project)}/jobs${search.size === 0 ? '' : `?${search}`}`
    return this.transport.json({ method: 'GET', path, ...(signal && { signal }) })
  }

  /** Sends a follow-up. A job that has ended becomes active again, on the same branch and pull request. */
  message(project: string, id: string, prompt: string, options: CreateJobOptions = {}): Promise<AgentJob> {
    return this.#post(`${jobPath(project, id)}/message`, { prompt }, options)
  }

  /** Stops a job. @throws ApiError 409 once it has begun to publish, or when it has ended. */
  cancel(project: string, id: string, options: CreateJobOptions = {}): Promise<AgentJob> {
    return this.#post(`${jobPath(project, id)}/cancel`, undefined, options)
  }

  /** Archives a job that has ended; its branch and pull request stay. */
  archive(project: string, id: string, options: CreateJobOptions = {}): Promise<AgentJob> {
    return this.#post(`${jobPath(project, id)}/archive`, undefined, options)
  }

  /**
   * The job's log from its beginning, then what happens, until the loop is left or the signal aborts. A connection
   * that breaks is opened again where it broke: no event is lost, none comes twice.
   */
  async *events(
    project: string,
    id: string,
    { signal, after = 0 }: JobEventsOptions = {},
  ): AsyncGenerator<JobEvent, void> {
    let last = after
    for (let failures = 0; ; failures++) {
      try {
        const reply = await this.transport.send({
          method: 'GET',
          path: `${jobPath(project, id)}/events`,
          headers: { accept: 'text/event-stream', 'last-event-id': String(last) },
          ...(signal && { signal }),
        })
        for await (const { data } of readEvents(reply, {
          idleTimeoutMs: this.transport.idleTimeoutMs,
          signal,
        })) {
          const event = JSON.parse(data) as JobEvent
          if (event.sequence <= last) continue
          last = event.sequence
          failures = 0
          yield event
        }
        // A server that stops ends its streams; the next one goes on with them.
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ConnectionError) || failures >= MOST_RECONNECTS) throw error
      }
      if (failures >= MOST_RECONNECTS)
        throw new ConnectionError('The event stream ended several times without an event.')
      await sleep(backoffMs(failures), signal)
    }
  }

  /** Waits until the job's present run has ended, and returns the job. */
  async wait(project: string, id: string, { onEvent, signal }: WaitOptions = {}): Promise<AgentJob> {
    const stop = new AbortController()
    const listen = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal])
    try {
      for await (const event of this.events(project, id, { signal: listen })) {
        onEvent?.(event)
        if (event.type !== 'run-finished') continue
        const job = await this.get(project, id, { ...(signal && { signal }) })
        // A follow-up may have begun another run since: that one is waited for too.
        if (job.status !== 'active') return job
      }
    } finally {
      stop.abort()
    }
    throw new ConnectionError('The event stream of the job ended.')
  }

  #post(path: string, body: unknown, { idempotencyKey, signal }: CreateJobOptions): Promise<AgentJob> {
    return this.transport.json({
      method: 'POST',
      path,
      headers: { 'idempotency-key': idempotencyKey ?? randomId() },
      ...(body === undefined ? {} : { body }),
      ...(signal && { signal }),
    })
  }
}

function pathOf(project: string): string {
  return `/v2/agent/${encodeURIComponent(project)}`
}

function jobPath(project: string, id: string): string {
  return `${pathOf(project)}/job/${encodeURIComponent(id)}`
}
