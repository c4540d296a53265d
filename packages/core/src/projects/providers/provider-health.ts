import { inject, Lifecycle, scoped } from 'tsyringe'
import type { ProjectId } from '../../domain/ids.ts'
import type { WaitsFor } from '../../domain/job.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Health } from '../../ports/call-options.ts'
import { Clock } from '../../ports/clock.ts'
import { OutageNotes, type ProviderKind } from './outage-notes.ts'

interface Failure {
  readonly since: number
  readonly at: number
  readonly error: unknown
}

/** After this time without a call, a failed provider counts as available again, ms. */
const FORGET_MS = 15 * 60_000

/**
 * Providers whose last call failed. The server keeps answering, and reports them as degraded. What fails for a project is
 * also noted in the store, where every process finds it.
 */
@scoped(Lifecycle.ContainerScoped)
export class ProviderHealth {
  readonly #failures = new Map<ProviderKind, Map<string, Failure>>()

  /** What failed with an error, for who has only the error. */
  readonly #kinds = new WeakMap<Error, ProviderKind>()

  constructor(
    @inject(Clock) private readonly clock: Clock,
    @inject(OutageNotes) private readonly notes?: OutageNotes,
  ) {}

  /** Resolves when it is noted for the project, which nobody has to wait for. Never rejects. */
  async succeeded(kind: ProviderKind, name: string, project?: ProjectId): Promise<void> {
    this.#of(kind).delete(name)
    if (project !== undefined) await this.notes?.succeeded(project, { kind, name })
  }

  /** Failures that are the caller's own, such as a wrong branch, don't count. Never rejects. */
  async failed(kind: ProviderKind, name: string, error: unknown, project?: ProjectId): Promise<void> {
    if (!isFailureOfProvider(error)) return
    if (error instanceof Error) this.#kinds.set(error, kind)
    const now = this.clock.now()
    this.#of(kind).set(name, { since: this.#of(kind).get(name)?.since ?? now, at: now, error })
    if (project !== undefined) await this.notes?.failed(project, { kind, name }, reasonOf(error))
  }

  /** What keeps a job from going on that met this error. */
  waitsFor(error: DocentError): WaitsFor {
    if (error.isLocal) return 'machine'
    if (error.code === 'model_failed') return 'model'
    if (error.code === 'git_host_failed') return 'git-host'
    // A part of the server says so of itself, also in the middle of a call of the model.
    if (error.code === 'unavailable') return 'server'
    const kind = this.#kinds.get(error)
    if (kind === undefined) return 'server'
    return kind === 'git host' ? 'git-host' : 'model'
  }

  health(kind: ProviderKind): Health {
    const now = this.clock.now()
    const failing = [...this.#of(kind)].filter(([, { at }]) => now - at < FORGET_MS)
    if (failing.length === 0) return { ok: true }
    const list = failing.map(([name, { since, error }]) => {
      return `The ${kind} ${name} has been failing since ${new Date(since).toISOString()}: ${reasonOf(error)}`
    })
    return { ok: false, isDegraded: true, message: list.join(' ') }
  }

  #of(kind: ProviderKind): Map<string, Failure> {
    const found = this.#failures.get(kind) ?? new Map<string, Failure>()
    this.#failures.set(kind, found)
    return found
  }
}

function reasonOf(error: unknown): string {
  return DocentError.is(error) ? error.message : 'An unexpected error. See the server log.'
}

const OF_PROVIDERS = new Set([
  'model_failed',
  'git_host_failed',
  'dependency_failed',
  'timeout',
  'unavailable',
])

function isFailureOfProvider(error: unknown): boolean {
  return !DocentError.is(error) || error.isRetryable || OF_PROVIDERS.has(error.code)
}
