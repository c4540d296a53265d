import { inject, Lifecycle, scoped } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import type { Health } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'

export type ProviderKind = 'model' | 'git host'

interface Failure {
  readonly since: number
  readonly at: number
  readonly error: unknown
}

/** After this time without a call, a failed provider counts as available again, ms. */
const FORGET_MS = 15 * 60_000

/** Models and git hosts whose last call failed. The server keeps answering, and reports them as degraded. */
@scoped(Lifecycle.ContainerScoped)
export class ProviderHealth {
  readonly #failures: Record<ProviderKind, Map<string, Failure>> = { model: new Map(), 'git host': new Map() }

  constructor(@inject(Clock) private readonly clock: Clock) {}

  succeeded(kind: ProviderKind, name: string): void {
    this.#failures[kind].delete(name)
  }

  /** Failures that are the caller's own, such as a wrong branch, don't count. */
  failed(kind: ProviderKind, name: string, error: unknown): void {
    if (!isFailureOfProvider(error)) return
    const now = this.clock.now()
    this.#failures[kind].set(name, { since: this.#failures[kind].get(name)?.since ?? now, at: now, error })
  }

  health(kind: ProviderKind): Health {
    const now = this.clock.now()
    const failing = [...this.#failures[kind]].filter(([, { at }]) => now - at < FORGET_MS)
    if (failing.length === 0) return { ok: true }
    const list = failing.map(([name, { since, error }]) => {
      const reason = DocentError.is(error) ? error.message : 'An unexpected error. See the server log.'
      return `The ${kind} ${name} has been failing since ${new Date(since).toISOString()}: ${reason}`
    })
    return { ok: false, isDegraded: true, message: list.join(' ') }
  }
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
