import { inject, Lifecycle, scoped } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import { WakeUp } from '../domain/wake-up.ts'
import type { WebhookTask } from '../domain/webhook-task.ts'
import { DocentError } from '../errors/docent-error.ts'
import { BackgroundTasks, type TaskQueue } from '../ports/background-tasks.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { JobStore } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { NamedLeases } from '../ports/named-leases.ts'
import { Settings } from '../ports/settings.ts'
import { WebhookStore } from '../ports/webhook-store.ts'
import { AnswerComment } from './answer-comment.ts'
import { DeliverWebhook } from './deliver-webhook.ts'
import { isTest } from './delivery-task.ts'
import { DispatchOutbox } from './dispatch-outbox.ts'
import { HandleReceived } from './handle-received.ts'
import { retryDelay } from './retry-delay.ts'
import type { WebhookTransport } from './webhook-transport.ts'

const LEASE = 'webhooks'
/** How often the outbox and what is due are looked at: while there is work, and while nobody says that there is some. */
const POLL_MS = 1_000
const IDLE_MS = 15_000
/** News of jobs within this time are looked at together, ms. */
const NEWS_MS = 50
/** Says that a process without this worker received something. */
const RECEIVED: TaskQueue = { name: 'webhooks-received', attempts: 3, retryMs: 1_000, leaseMs: 10_000 }
const HOUR_MS = 3_600_000
/** How long what is done or dead can be looked at. */
const KEEP_MS = 30 * 24 * HOUR_MS
/** Tasks looked at in one pass, tasks that run at once, and of those the ones of one endpoint. */
const LOOK = 500
const CONCURRENCY = 16
const ENDPOINT_CONCURRENCY = 2

/** What the worker needs from the process that it runs in. */
export interface WebhookPorts {
  transport: WebhookTransport
  /** Called when the documentation of a project has a new commit. */
  onPush(project: Project): void
}

/**
 * Does the work of webhooks, one process at a time: hands on the outbox, delivers, works on what git hosts sent, and
 * answers comments. A slow endpoint holds up no other. The lease is held while there is something to do, so that any
 * process can begin with what comes next.
 */
@scoped(Lifecycle.ContainerScoped)
export class WebhookWorker {
  readonly #holder: string
  readonly #stop = new AbortController()
  readonly #wakeUp = new WakeUp()
  readonly #running = new Map<string, { endpointId: string | undefined; ended: Promise<void> }>()
  #cutOff = new AbortController()
  #loop: Promise<void> | undefined
  #prunedAt = 0
  #leasedAt = Number.NEGATIVE_INFINITY
  #news: NodeJS.Timeout | undefined

  constructor(
    @inject(DispatchOutbox) private readonly dispatch: DispatchOutbox,
    @inject(DeliverWebhook) private readonly deliver: DeliverWebhook,
    @inject(HandleReceived) private readonly received: HandleReceived,
    @inject(AnswerComment) private readonly answer: AnswerComment,
    @inject(WebhookStore) private readonly store: WebhookStore,
    @inject(NamedLeases) private readonly leases: NamedLeases,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
    @inject(Settings) private readonly settings: Pick<Settings, 'leases'>,
    @inject(Ids) ids: Ids,
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(BackgroundTasks) private readonly tasks: BackgroundTasks,
  ) {
    this.#holder = `webhooks-${ids.sortable()}`
  }

  start(ports: WebhookPorts): void {
    this.#loop ??= this.#run(ports)
  }

  /** Says that there is something to do, so that it need not wait for the next look. */
  wake(): void {
    if (this.#loop) {
      this.#wakeUp.ring()
      return
    }
    this.tasks.add(RECEIVED, null, { key: 'look' }).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'nobody was told of a webhook: it is worked on a little later')
    })
  }

  /** Begins nothing more, lets what runs end until the signal aborts, and gives the lease back. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stop.abort()
    await this.#loop
    const cutOff = () => this.#abandon('The server is stopping.')
    if (signal.aborted) cutOff()
    else signal.addEventListener('abort', cutOff, { once: true })
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    signal.removeEventListener('abort', cutOff)
    if (this.#loop) await this.leases.release(LEASE, this.#holder)
  }

  #onNews(): void {
    this.#news ??= setTimeout(() => {
      this.#news = undefined
      this.wake()
    }, NEWS_MS).unref()
  }

  async #run(ports: WebhookPorts): Promise<void> {
    const { signal } = this.#stop
    using _news = this.jobs.watchOutbox?.(() => this.#onNews())
    await using _told = this.tasks.work(RECEIVED, async () => this.wake())
    const idleMs = this.jobs.watchOutbox ? IDLE_MS : POLL_MS
    while (!signal.aborted) {
      this.#wakeUp.reset()
      let isBusy = true
      try {
        isBusy = this.#running.size > 0 || (await this.#hasWork(signal))
        if (!isBusy) await this.#giveBack(signal)
        else if (await this.#leads(signal)) await this.#pass(ports)
        else this.#abandon('Another process does the work of webhooks.')
      } catch (error) {
        if (!signal.aborted) this.logger.error({ err: error }, 'the work of webhooks was interrupted')
      }
      await this.#wakeUp.wait({ signal, timeoutMs: isBusy ? POLL_MS : idleMs })
    }
  }

  async #hasWork(signal: AbortSignal): Promise<boolean> {
    const now = this.clock.now()
    if (now - this.#prunedAt >= HOUR_MS) return true
    if ((await this.jobs.outbox(1, { signal })).length > 0) return true
    return (await this.store.due(now, 1, { signal })).length > 0
  }

  async #giveBack(signal: AbortSignal): Promise<void> {
    if (this.#leasedAt === Number.NEGATIVE_INFINITY) return
    await this.leases.release(LEASE, this.#holder, { signal })
    this.#leasedAt = Number.NEGATIVE_INFINITY
  }

  async #leads(signal: AbortSignal): Promise<boolean> {
    const { leaseMs, heartbeatMs } = this.settings.leases.webhooks
    const now = this.clock.now()
    // The lease is a write to the disk: not one a pass.
    if (now - this.#leasedAt < heartbeatMs) return true
    const isHeld = await this.leases.acquire(LEASE, this.#holder, leaseMs, { signal })
    this.#leasedAt = isHeld ? now : Number.NEGATIVE_INFINITY
    return isHeld
  }

  async #pass(ports: WebhookPorts): Promise<void> {
    const { signal } = this.#stop
    await this.dispatch.dispatch({ signal })
    const now = this.clock.now()
    for (const task of await this.store.due(now, LOOK, { signal }))
      if (this.#hasRoom(task)) this.#begin(task, ports)
    if (now - this.#prunedAt < HOUR_MS) return
    this.#prunedAt = now
    await this.store.prune(now - KEEP_MS, { signal })
  }

  #hasRoom({ id, endpointId }: WebhookTask): boolean {
    if (this.#running.has(id) || this.#running.size >= CONCURRENCY) return false
    if (endpointId === undefined) return true
    const ofEndpoint = [...this.#running.values()].filter((each) => each.endpointId === endpointId)
    return ofEndpoint.length < ENDPOINT_CONCURRENCY
  }

  #begin(task: WebhookTask, ports: WebhookPorts): void {
    const { signal } = this.#cutOff
    const ended = this.#attempt(task, ports, signal).finally(() => {
      this.#running.delete(task.id)
      this.wake()
    })
    this.#running.set(task.id, { endpointId: task.endpointId, ended })
  }

  /** Never rejects. */
  async #attempt(task: WebhookTask, ports: WebhookPorts, signal: AbortSignal): Promise<void> {
    try {
      const failure = await this.#perform(task, ports, signal).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      // The delivery was cut off and its outcome is unknown: the next worker tries again.
      if (signal.aborted && failure) return
      const after = await this.store.change(task.id, (current) => settled(current, failure, this.clock.now()))
      if (after?.status === 'pending')
        setTimeout(() => this.wake(), Math.max(1, after.dueAt - this.clock.now())).unref()
      if (failure) this.#report(task, failure.error)
    } catch (error) {
      this.logger.error({ err: error, taskId: task.id }, 'what came of a webhook could not be stored')
    }
  }

  #perform(task: WebhookTask, { transport, onPush }: WebhookPorts, signal: AbortSignal): Promise<void> {
    switch (task.kind) {
      case 'delivery':
        return this.deliver.deliver(task, transport, { signal })
      case 'received':
        return this.received.handle(task, onPush, { signal })
      case 'answer':
        return this.answer.answer(task, { signal })
      case 'channel':
        // Never pending: its background task works on it.
        return Promise.resolve()
    }
  }

  #report({ id, kind, endpointId, attempts }: WebhookTask, error: unknown): void {
    const fields = { taskId: id, kind, endpointId, attempts: attempts + 1 }
    if (DocentError.is(error)) this.logger.warn({ ...fields, reason: error.message }, 'a webhook failed')
    else this.logger.error({ ...fields, err: error }, 'a webhook failed')
  }

  #abandon(reason: string): void {
    this.#cutOff.abort(new DocentError('aborted', reason))
    this.#cutOff = new AbortController()
  }
}

/** The task after an attempt. */
function settled(task: WebhookTask, failure: { error: unknown } | undefined, now: number): WebhookTask {
  const { lastError: _, ...rest } = task
  const attempts = task.attempts + 1
  if (!failure) return { ...rest, status: 'done', attempts, updatedAt: now }
  const { error } = failure
  const known = DocentError.is(error) ? error : undefined
  const lastError = known?.message ?? 'It failed unexpectedly. See the server log.'
  const isRetryable = !isTest(task) && (known?.isRetryable ?? true)
  const delay = isRetryable ? retryDelay(attempts, known?.retryAfterMs, Math.random) : undefined
  return delay === undefined
    ? { ...rest, status: 'dead', attempts, updatedAt: now, lastError }
    : { ...rest, status: 'pending', attempts, dueAt: Math.round(now + delay), updatedAt: now, lastError }
}
