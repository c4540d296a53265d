import type { BackgroundTask } from '@docent/core'
import {
  BackgroundTasks,
  type BackgroundWork,
  Clock,
  type Docent,
  DocentError,
  Logger,
  type Project,
  ProjectStore,
  projectId,
} from '@docent/core/plugin'
import { z } from 'zod'
import type { Measurement } from './measurement.ts'
import { MEASUREMENTS, Measurements } from './measurements.ts'
import type { runMeasurement } from './run-measurement.ts'

/** How often progress is written, and somebody who cancels is heard. */
const BEAT_MS = 1_000

const Data = z.object({ project: z.string(), id: z.string() })

/** Begins to measure what people ask for. */
export function startMeasurements(docent: Docent): BackgroundWork {
  const worker = new MeasurementWorker(docent)
  worker.start()
  return worker
}

/** Its questions and tasks are imported with the first measurement. */
const measureWhenAsked: typeof runMeasurement = async (...request) =>
  (await import('./run-measurement.ts')).runMeasurement(...request)

/** Takes up what people want to have measured, in one of all processes that work. */
export class MeasurementWorker {
  readonly #measurements: Measurements
  readonly #logger: Logger
  #worker: AsyncDisposable | undefined

  constructor(
    private readonly docent: Docent,
    private readonly measure: typeof runMeasurement = measureWhenAsked,
    private readonly beatMs: number = BEAT_MS,
  ) {
    this.#measurements = new Measurements(docent)
    this.#logger = docent.resolve<Logger>(Logger)
  }

  start(): void {
    this.#worker = this.docent
      .resolve<BackgroundTasks>(BackgroundTasks)
      .work(MEASUREMENTS, (task, signal) => this.#handle(task, signal))
  }

  async stop(): Promise<void> {
    await this.#worker?.[Symbol.asyncDispose]()
  }

  async #handle({ data }: BackgroundTask, signal: AbortSignal): Promise<void> {
    const { project: id, id: measurementId } = Data.parse(data)
    const project = await this.docent.resolve<ProjectStore>(ProjectStore).get(projectId(id), { signal })
    if (!project) return
    const measurement = await this.#measurements.current(project.id, signal)
    // Another one was started since, or a process that died ended this one.
    if (measurement?.id !== measurementId) return
    if (measurement.status === 'waiting' || measurement.status === 'running')
      await this.#run(project, measurement, signal)
  }

  async #run(project: Project, measurement: Measurement, stop: AbortSignal): Promise<void> {
    const cancel = new AbortController()
    const record = new Record(this.#measurements, this.docent.resolve<Clock>(Clock), project, measurement)
    const beats = setInterval(() => {
      record
        .beat()
        .then((isCancelled) => isCancelled && cancel.abort(new Error('Somebody cancelled it.')))
        .catch((error: unknown) =>
          this.#logger.warn(
            { err: error, projectId: project.id },
            'the progress of a measurement was not written',
          ),
        )
    }, this.beatMs)
    try {
      await record.change({ status: 'running' })
      await this.measure(this.docent, project, measurement.request, {
        signal: AbortSignal.any([stop, cancel.signal]),
        onProgress: (step, done, of) => record.note({ step, done, of }),
      })
      clearInterval(beats)
      await record.change({ status: 'completed' })
    } catch (error) {
      clearInterval(beats)
      if (cancel.signal.aborted) await record.change({ status: 'cancelled' })
      else if (stop.aborted) {
        // Another process begins it again.
        await record.change({ status: 'waiting', step: 'waiting', done: 0 })
        throw error
      } else await this.#fail(record, project, error)
    }
  }

  async #fail(record: Record, project: Project, error: unknown): Promise<void> {
    this.#logger.error({ err: error, projectId: project.id }, 'a measurement failed')
    const message = error instanceof DocentError ? error.message : 'An unexpected error. See the server log.'
    await record.change({ status: 'failed', message })
  }
}

/** The record of one measurement, whose writes follow each other. */
class Record {
  #writes: Promise<void> = Promise.resolve()

  constructor(
    private readonly measurements: Measurements,
    private readonly clock: Clock,
    private readonly project: Project,
    private measurement: Measurement,
  ) {}

  /** Written with the next beat. */
  note(progress: Pick<Measurement, 'step' | 'done' | 'of'>): void {
    this.measurement = { ...this.measurement, ...progress }
  }

  change(change: Partial<Measurement>): Promise<void> {
    this.measurement = { ...this.measurement, ...change, seenAt: this.clock.now() }
    const written = this.measurement
    this.#writes = this.#writes
      .catch(() => undefined)
      .then(() => this.measurements.update(this.project.id, written))
    return this.#writes
  }

  /** Says that the process is there. @returns whether somebody cancelled */
  async beat(): Promise<boolean> {
    if (this.measurement.status === 'running') await this.change({})
    return this.measurements.isCancelled(this.project.id, this.measurement.id)
  }
}
