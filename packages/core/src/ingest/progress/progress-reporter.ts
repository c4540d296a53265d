import type { ProjectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { isIndexBusy } from './index-busy.ts'
import { expectedEnd, INDEX_STATE, type IndexProgress, progressJson } from './index-progress.ts'

const STORE_EVERY_MS = 250

export interface ProgressReporterParts {
  project: ProjectId
  notes: ProjectNotes
  clock: Clock
  logger: Logger
  /** See IndexProgress. */
  attempts: number
  onProgress?: ((progress: IndexProgress) => void) | undefined
}

/** Tells how far indexing is: every change by callback, one in 250 ms and every new phase into the store. */
export class ProgressReporter {
  readonly #parts: ProgressReporterParts
  #progress: IndexProgress
  #phaseStartedAt: number
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(parts: ProgressReporterParts) {
    this.#parts = parts
    this.#progress = {
      phase: 'listing',
      pagesDone: 0,
      pagesTotal: 0,
      passages: 0,
      startedAt: parts.clock.now(),
      etaMs: null,
      attempts: parts.attempts,
    }
    this.#phaseStartedAt = this.#progress.startedAt
  }

  get startedAt(): number {
    return this.#progress.startedAt
  }

  /** A process that stops in order, or that has to wait, leaves the run to whoever is next: it has not failed. */
  async ended(error: unknown, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted || isIndexBusy(error)) {
      this.#progress = { ...this.#progress, attempts: this.#progress.attempts - 1 }
      return this.#store()
    }
    const message = DocentError.is(error) ? error.message : 'Indexing failed. See the server log.'
    await this.update({ phase: 'failed', message })
  }

  async update(change: Partial<Omit<IndexProgress, 'startedAt' | 'etaMs'>>): Promise<void> {
    const { clock, onProgress } = this.#parts
    const now = clock.now()
    const isNewPhase = change.phase !== undefined && change.phase !== this.#progress.phase
    const next = { ...this.#progress, ...change }
    if (isNewPhase) this.#phaseStartedAt = now
    this.#progress = { ...next, etaMs: expectedEnd(next, this.#phaseStartedAt, now) }
    onProgress?.(this.#progress)
    if (!isNewPhase && now - this.#storedAt < STORE_EVERY_MS) return
    this.#storedAt = now
    await this.#store()
  }

  /** Progress is only information: indexing continues when storing it fails. */
  async #store(): Promise<void> {
    const { project, notes, logger } = this.#parts
    try {
      await notes.write(project, INDEX_STATE, progressJson(this.#progress))
    } catch (error) {
      logger.warn({ err: error, project }, 'the progress of indexing could not be stored')
    }
  }
}
