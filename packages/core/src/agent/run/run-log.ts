import type { Job, JobEvent } from '../../domain/job.ts'
import type { JobStore, Lease, RecordedStep, StepDraft } from '../../ports/job-store.ts'

const FLUSH_MS = 250
const FLUSH_CHARACTERS = 4096

/**
 * Writes what a run does under its lease. Text is gathered into pieces (at most 250 ms or 4 KiB), so that a fast
 * model does not cost a commit a word; everything is written in the order it happened.
 */
export class RunLog {
  #pending: JobEvent[] = []
  #characters = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #failure: unknown
  #step = 0
  #openStep: number | undefined

  constructor(
    private readonly store: JobStore,
    private readonly lease: Lease,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** The step that has said something and is not recorded yet: if the run ends here, that is void. */
  get openStep(): number | undefined {
    return this.#openStep
  }

  add(event: JobEvent): void {
    if (event.type === 'step-started') this.#step = event.step
    if (event.type === 'text' || event.type === 'tool-call') this.#openStep = this.#step
    const last = this.#pending.at(-1)
    if (event.type === 'text' && last?.type === 'text') last.text += event.text
    else this.#pending.push(event.type === 'text' ? { ...event } : event)
    if (event.type === 'text') this.#characters += event.text.length
    if (event.type !== 'text' || this.#characters >= FLUSH_CHARACTERS) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS)
  }

  /** Appends a step together with every event that is still waiting. @throws LeaseLost */
  async record(
    step: StepDraft,
    events: readonly JobEvent[],
    change: ((job: Job) => Job) | undefined,
    signal: AbortSignal,
  ): Promise<RecordedStep> {
    const waiting = this.#takePending()
    await this.#writing
    if (this.#failure) throw this.#failure
    const recorded = await this.store.record(this.lease, step, [...waiting, ...events], change, { signal })
    this.#openStep = undefined
    return recorded
  }

  /** Waits until everything is written; must be called before the run settles. */
  async drain(): Promise<void> {
    this.#flush()
    await this.#writing
    if (this.#failure) throw this.#failure
  }

  /** Drops what is waiting: the lease is gone. */
  discard(): void {
    this.#takePending()
  }

  #takePending(): JobEvent[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#pending
    this.#pending = []
    this.#characters = 0
    return events
  }

  #flush(): void {
    const events = this.#takePending()
    if (events.length === 0) return
    this.#writing = this.#writing
      .then(() => (this.#failure ? undefined : this.store.append(this.lease, events)))
      .catch((error: unknown) => {
        this.#failure = error
        this.onFailure(error)
      })
  }
}
