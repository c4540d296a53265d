import {
  BackgroundTasks,
  Clock,
  type Docent,
  DocentError,
  defined,
  Ids,
  type Json,
  NamedLeases,
  type Project,
  type ProjectId,
  ProjectNotes,
  type TaskQueue,
} from '@docent/core/plugin'
import { z } from 'zod'
import { Measurement, type MeasurementRequest } from './measurement.ts'

/** A measurement costs money: it begins once more after a stop of its process, and not again and again. */
export const MEASUREMENTS: TaskQueue = {
  name: 'measurements',
  attempts: 2,
  retryMs: 5_000,
  leaseMs: 30_000,
}

const KEY = 'measurement'
const CANCELLED = 'measurement-cancelled'
/** A process that was silent for so long is gone, and so is what nobody takes up again. */
const GONE_MS = 120_000
const LEASE_MS = 15_000

/** What is measured of each project, one thing at a time. */
export class Measurements {
  readonly #notes: ProjectNotes
  readonly #clock: Clock

  constructor(private readonly docent: Docent) {
    this.#notes = docent.resolve<ProjectNotes>(ProjectNotes)
    this.#clock = docent.resolve<Clock>(Clock)
  }

  /** The last one, ended or not. */
  async current(project: ProjectId, signal?: AbortSignal): Promise<Measurement | undefined> {
    const options = defined({ signal })
    const stored = await this.#notes.read(project, KEY, options)
    if (stored === undefined) return undefined
    const measurement = Measurement.parse(stored)
    if (!isActive(measurement)) return measurement
    const isCancelled = await this.isCancelled(project, measurement.id, signal)
    if (measurement.status === 'waiting')
      return isCancelled ? { ...measurement, status: 'cancelled' } : measurement
    if (this.#clock.now() - measurement.seenAt < GONE_MS)
      return isCancelled ? { ...measurement, step: 'stopping' } : measurement
    return {
      ...measurement,
      status: 'failed',
      message: 'The server stopped during the run. Start the run again.',
    }
  }

  /** @throws DocentError `conflict` while another one of the project waits or runs */
  async start(project: Project, request: MeasurementRequest, signal: AbortSignal): Promise<Measurement> {
    const ids = this.docent.resolve<Ids>(Ids)
    const leases = this.docent.resolve<NamedLeases>(NamedLeases)
    const [lease, holder] = [`${KEY}:${project.id}`, ids.secret()]
    if (!(await leases.acquire(lease, holder, LEASE_MS, { signal }))) throw busy()
    try {
      const before = await this.current(project.id, signal)
      if (before && isActive(before)) throw busy()
      const now = this.#clock.now()
      const measurement: Measurement = {
        id: ids.sortable(),
        request,
        status: 'waiting',
        step: 'waiting',
        done: 0,
        of: 0,
        startedAt: now,
        seenAt: now,
      }
      await this.#write(project.id, measurement, signal)
      await this.docent
        .resolve<BackgroundTasks>(BackgroundTasks)
        .add(MEASUREMENTS, { project: project.id, id: measurement.id }, { signal })
      return measurement
    } finally {
      await leases.release(lease, holder)
    }
  }

  /** @returns false when none waits or runs */
  async cancel(project: ProjectId, signal: AbortSignal): Promise<boolean> {
    const measurement = await this.current(project, signal)
    if (!measurement || !isActive(measurement)) return false
    // A note of its own: the process that works on it writes the other one at the same time.
    await this.#notes.write(project, CANCELLED, measurement.id, { signal })
    return true
  }

  async isCancelled(project: ProjectId, id: string, signal?: AbortSignal): Promise<boolean> {
    const cancelled = await this.#notes.read(project, CANCELLED, defined({ signal }))
    return z.string().optional().parse(cancelled) === id
  }

  /** What a process has to say of one that it works on; nothing once another one was started. */
  async update(project: ProjectId, measurement: Measurement): Promise<void> {
    const current = await this.current(project)
    if (current?.id === measurement.id) await this.#write(project, measurement)
  }

  async #write(project: ProjectId, measurement: Measurement, signal?: AbortSignal): Promise<void> {
    const json = JSON.parse(JSON.stringify(measurement)) as Json
    await this.#notes.write(project, KEY, json, defined({ signal }))
  }
}

function isActive({ status }: Measurement): boolean {
  return status === 'waiting' || status === 'running'
}

function busy(): DocentError {
  return new DocentError(
    'conflict',
    'Another evaluation or model check is running for this project. Wait until it ends, or cancel it.',
  )
}
