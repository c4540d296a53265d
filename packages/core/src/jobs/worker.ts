import { inject, Lifecycle, scoped } from 'tsyringe'
import { sleep } from '../domain/sleep.ts'
import { DocentError } from '../errors/docent-error.ts'
import { LeaseLost } from '../errors/lease-lost.ts'
import { Ids } from '../ports/ids.ts'
import { type Claim, JobStore, type Lease } from '../ports/job-store.ts'
import { Logger } from '../ports/logger.ts'
import { Settings } from '../ports/settings.ts'
import { Workspaces } from '../ports/workspaces.ts'
import { measureShare, wasHeldBack } from './machine/held-back.ts'
import { MachineGate } from './machine/machine-gate.ts'
import { RunJob } from './run-job.ts'

/** How long the store may go without waking an idle worker, ms: only a safety net. */
const IDLE_MS = 30_000
/** How long a worker waits that can't work now, ms. */
const PAUSE_MS = 1_000
/** How long a worker that is cut off tries to give a lease back, ms. */
const GIVE_BACK_MS = 2_000

/** Claims jobs and runs them, several at once, until stopped. */
@scoped(Lifecycle.ContainerScoped)
export class Worker {
  readonly #name: string
  readonly #stop = new AbortController()
  readonly #abort = new AbortController()
  readonly #gate: MachineGate
  #loops: Promise<void>[] = []

  constructor(
    @inject(JobStore) private readonly jobs: JobStore,
    @inject(RunJob) private readonly runJob: RunJob,
    @inject(Settings) private readonly settings: Settings,
    @inject(Logger) private readonly logger: Logger,
    @inject(Ids) ids: Ids,
    @inject(Workspaces) workspaces: Pick<Workspaces, 'health'> = {},
  ) {
    this.#gate = new MachineGate(workspaces, logger)
    this.#name = `worker-${ids.sortable()}`
  }

  start(): void {
    if (this.#loops.length > 0) return
    this.#loops = Array.from({ length: this.settings.agent.concurrency }, () => this.#loop())
  }

  /**
   * Drains: claims nothing more, lets running jobs end their step and give their leases back; when `signal` aborts
   * they are cut off, and another worker carries them on once the lease has run out.
   */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stop.abort()
    const cutOff = () => this.#abort.abort(new DocentError('aborted', 'The worker was stopped.'))
    if (signal.aborted) cutOff()
    else signal.addEventListener('abort', cutOff, { once: true })
    await Promise.all(this.#loops)
    signal.removeEventListener('abort', cutOff)
  }

  async #loop(): Promise<void> {
    const stop = this.#stop.signal
    while (!stop.aborted) {
      try {
        if (!(await this.#gate.isOpen())) {
          await sleep(PAUSE_MS, stop)
          continue
        }
        const options = { signal: stop, shares: this.settings.agent.queue }
        const claim = await this.jobs.claim(this.#name, this.settings.leases.jobs.leaseMs, options)
        if (claim) await this.#run(claim)
        else await this.jobs.waitForWork(IDLE_MS, options)
      } catch (error) {
        if (stop.aborted) return
        this.logger.error({ err: error }, 'the worker could not reach the job store; it tries again')
        await sleep(PAUSE_MS, stop).catch(() => undefined)
      }
    }
  }

  /** The run has ended, and writes nothing more. */
  async #giveBack(lease: Lease): Promise<void> {
    try {
      await this.jobs.release(lease, { signal: AbortSignal.timeout(GIVE_BACK_MS) })
    } catch (error) {
      if (DocentError.is(error, 'lease_lost')) return
      this.logger.warn(
        { err: error, jobId: lease.jobId },
        'a lease could not be given back: it ends by itself',
      )
    }
  }

  async #run(claim: Claim): Promise<void> {
    const { lease } = claim
    const { leaseMs, heartbeatMs } = this.settings.leases.jobs
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, this.#abort.signal])
    const endRun = (error: unknown) => ended.abort(error)
    let shareSinceRenewal = measureShare()
    let isStoreAway = false
    const heartbeat = setInterval(() => {
      const share = measureShare()
      this.jobs.extend(lease, leaseMs).then(
        () => {
          shareSinceRenewal = share
          isStoreAway = false
        },
        (error: unknown) => {
          if (DocentError.is(error, 'lease_lost')) return endRun(error)
          isStoreAway = true
          this.logger.warn({ err: error, jobId: lease.jobId }, 'a heartbeat failed')
        },
      )
    }, heartbeatMs)
    const look = () => {
      this.jobs
        .get(lease.jobId)
        .then((job) => {
          // Cancelled from any process: stop also in the middle of a model call.
          if (job && job.status !== 'active') endRun(new LeaseLost('The job was cancelled.'))
        })
        .catch((error: unknown) =>
          this.logger.warn({ err: error, jobId: lease.jobId }, 'a watched job could not be read'),
        )
    }
    const watch = this.jobs.watch(lease.jobId, look)
    // A cancel between the claim and the watch would go unnoticed until the next heartbeat.
    look()
    try {
      await this.runJob.run(claim, {
        signal,
        shouldYield: () => this.#stop.signal.aborted,
        onLeaseLost: endRun,
        mustReturn: (error) => this.#gate.closesFor(error),
      })
    } catch (error) {
      if (DocentError.is(error, 'lease_lost') || signal.aborted) {
        this.logger.info({ jobId: lease.jobId }, 'a run was let go: its lease ended')
        // A drain says nothing of the job, however it ends.
        if (this.#abort.signal.aborted) return await this.#giveBack(lease)
        if (isStoreAway || wasHeldBack(shareSinceRenewal(), leaseMs)) await this.jobs.excuse(lease)
        return
      }
      throw error
    } finally {
      clearInterval(heartbeat)
      watch[Symbol.dispose]()
    }
  }
}
