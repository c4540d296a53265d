import { randomUUID } from 'node:crypto'
import { defined } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import { type LimitRequest, type LimitResult, windowAt } from '../domain/limit.ts'
import type { Project } from '../domain/project.ts'
import type { SpendKey, SpendState } from '../domain/spend.ts'
import { SpendReached } from '../domain/spend-reached.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import type { ResolvedModel } from '../ports/model-provider.ts'
import { RateLimiter } from '../ports/rate-limiter.ts'
import type { SpendHold, TurnSpend } from '../turn/turn-spend.ts'

/** Whose money a call of a model costs. */
export interface SpendSubject {
  project?: Pick<Project, 'id' | 'spendUsdPerMonth'>
  key?: SpendKey | undefined
}

interface Cap {
  scope: 'project' | 'key'
  id: string
  usd: number
}

/** Limiters count whole numbers: millionths of a dollar. */
const MICRO = 1_000_000
const MONTH = { kind: 'month' } as const
/** A take that others got ahead of is tried again with what they left. */
const TRIES = 5

/** A call ends at its time limit; this much later its cost is counted for certain, ms. */
const GRACE_MS = 60_000
/** No set-aside outlives the longest month, ms. */
const LONGEST_MS = 31 * 24 * 60 * 60 * 1000

/** The cost of a call that the limiter does not know yet. */
interface Debt {
  readonly hold: string
  readonly caps: readonly Cap[]
  readonly cost: number
  /** The month in which it was spent. */
  readonly start: number
}

/**
 * Monthly spend caps of projects and keys, counted by the rate limiter, so that all processes share them and no two
 * calls spend the same dollar. Before a call its highest price is held in the limiter; afterwards its cost is taken in
 * place of the hold. The hold of a process that ended goes by itself when the call's time limit is over. There is no
 * fallback: without the limiter nothing is spent.
 */
@scoped(Lifecycle.ContainerScoped)
export class SpendCaps {
  #debts: readonly Debt[] = []

  constructor(
    @inject(RateLimiter) private readonly limiter: RateLimiter,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Looks before a model is called.
   * @returns what the turn counts against; undefined when there is no cap.
   * @throws SpendReached when a cap is used up, `configuration` when the price of the model is unknown.
   */
  async open(
    subject: SpendSubject,
    model: Pick<ResolvedModel, 'id' | 'price'>,
    options: CallOptions = {},
  ): Promise<TurnSpend | undefined> {
    const caps = capsOf(subject)
    if (caps.length === 0) return undefined
    if (!model.price) throw unknownPrice(model.id, caps)
    // A model that costs nothing is never refused.
    if (model.price.input === 0 && model.price.output === 0) return undefined
    const reached = (await this.report(subject, options)).find(({ left }) => left * MICRO < 1)
    if (reached) throw new SpendReached(reached, this.clock.now())
    return { hold: (usd, ms, signal) => this.#hold(caps, usd, ms, { signal }) }
  }

  /** How much of each cap is used or set aside; empty when there is none. */
  async report(subject: SpendSubject, options: CallOptions = {}): Promise<SpendState[]> {
    const caps = capsOf(subject)
    if (caps.length === 0) return []
    await this.#payDebts(options)
    const { states } = await this.#take(caps, requestsFor(caps, 0), options)
    return caps.map(({ scope, id, usd }, index) => {
      const state = states[index]
      const left = Math.min(usd, (state?.remaining ?? 0) / MICRO)
      return { scope, id, max: usd, used: usd - left, left, resetAt: state?.resetAt ?? 0 }
    })
  }

  async #hold(caps: readonly Cap[], usd: number, ms: number, options: CallOptions): Promise<SpendHold> {
    await this.#payDebts(options)
    const hold = randomUUID()
    const holdMs = Math.ceil(Math.min(Math.max(0, ms) + GRACE_MS, LONGEST_MS))
    const { start } = windowAt(MONTH, this.clock.now())
    let tightest = caps[0] as Cap
    let held = 0
    let cost = Math.ceil(usd * MICRO)
    for (let tries = 0; cost > 0 && tries < TRIES; tries++) {
      const result = await this.#take(caps, holdsFor(caps, cost, hold, holdMs), options)
      if (result.allowed) {
        held = cost
        break
      }
      const [left, index] = leastOf(result)
      tightest = caps[index] ?? tightest
      cost = left
    }
    let isSettled = false
    return {
      usd: held / MICRO,
      limit: { name: 'spendUsdPerMonth', max: tightest.usd, message: reachedText(tightest) },
      settle: async (spent) => {
        if (isSettled) return
        isSettled = true
        const debt = { hold, caps, cost: Math.ceil(spent * MICRO), start }
        try {
          await this.#pay(debt)
        } catch (error) {
          // The reply is there and was paid for. It stays counted by its hold until the limiter can be reached again.
          if (!DocentError.is(error, 'unavailable')) throw error
          this.#debts = [...this.#debts, debt]
        }
      },
    }
  }

  /** Takes what a call cost in place of its hold; it was spent all the same when that is more than is left. */
  async #pay({ hold, caps, cost, start }: Debt, options: CallOptions = {}): Promise<void> {
    // Holds of a month that is over went with it.
    if (windowAt(MONTH, this.clock.now()).start !== start) return
    const spent = requestsFor(caps, cost).map((request) => ({ ...request, max: Number.MAX_SAFE_INTEGER }))
    const released = holdsFor(caps, 0, hold, 0).map((request) => ({
      ...request,
      max: Number.MAX_SAFE_INTEGER,
    }))
    await this.#take(caps, [...released, ...spent], options)
  }

  /** @throws DocentError `unavailable`, retryable, which says whose spending waits */
  async #take(
    caps: readonly Cap[],
    requests: readonly LimitRequest[],
    options: CallOptions,
  ): Promise<LimitResult> {
    try {
      return await this.limiter.take(requests, options)
    } catch (error) {
      if (!DocentError.is(error, 'unavailable')) throw error
      const message = `The monthly spend cap of ${ownersOf(caps)} can't be counted now, and nothing is spent uncounted. ${error.message}`
      const { isRetryable, retryAfterMs } = error
      throw new DocentError('unavailable', message, {
        cause: error,
        isRetryable,
        ...defined({ retryAfterMs }),
      })
    }
  }

  async #payDebts(options: CallOptions): Promise<void> {
    const debts = this.#debts
    this.#debts = []
    for (const [index, debt] of debts.entries()) {
      try {
        await this.#pay(debt, options)
      } catch (error) {
        this.#debts = [...this.#debts, ...debts.slice(index)]
        throw error
      }
    }
  }
}

/** Whether anything counts against a cap. */
export function isCapped(subject: SpendSubject): boolean {
  return capsOf(subject).length > 0
}

function capsOf({ project, key }: SpendSubject): Cap[] {
  const caps: Cap[] = []
  if (project?.spendUsdPerMonth !== undefined)
    caps.push({ scope: 'project', id: project.id, usd: project.spendUsdPerMonth })
  if (key?.spendUsdPerMonth !== undefined) caps.push({ scope: 'key', id: key.id, usd: key.spendUsdPerMonth })
  return caps
}

function requestsFor(caps: readonly Cap[], cost: number): LimitRequest[] {
  return caps.map(({ scope, id, usd }) => ({
    scope,
    key: `spend:${scope}:${id}`,
    max: Math.floor(usd * MICRO),
    window: MONTH,
    cost,
  }))
}

function holdsFor(caps: readonly Cap[], cost: number, hold: string, ms: number): LimitRequest[] {
  return requestsFor(caps, cost).map((request) => ({
    ...request,
    hold: { id: `${hold}:${request.scope}`, ms },
  }))
}

/** What the tightest limit has left, and which it is. */
function leastOf({ states }: LimitResult): [left: number, index: number] {
  return states.reduce<[number, number]>(
    (least, { remaining }, index) => (remaining < least[0] ? [remaining, index] : least),
    [Number.POSITIVE_INFINITY, 0],
  )
}

function ownersOf(caps: readonly Cap[]): string {
  return caps.map(({ scope, id }) => `${scope} ${id}`).join(' and ')
}

function reachedText({ scope, id, usd }: Cap): string {
  return `the monthly spend cap of ${usd} US dollars of ${scope} ${id} was reached.`
}

function unknownPrice(model: string, caps: readonly Cap[]): DocentError {
  return new DocentError(
    'configuration',
    `The monthly spend cap of ${ownersOf(caps)} can't be enforced, because Docent doesn't know the price of the model "${model}". Set the price in the plugin of the provider, for example models: { "${model.slice(model.indexOf(':') + 1)}": { price: { input: 1, output: 5 } } }, or remove spendUsdPerMonth.`,
  )
}

/**
 * Refuses a cap that could not be kept.
 * @throws DocentError `configuration` when the price of a model is unknown.
 */
export function assertPriced(
  subject: SpendSubject,
  models: () => readonly Pick<ResolvedModel, 'id' | 'price'>[],
): void {
  const caps = capsOf(subject)
  // Without a cap, no model is created here: a model that cannot be created must not stop the server from starting.
  if (caps.length === 0) return
  const unpriced = models().find(({ price }) => price === undefined)
  if (unpriced) throw unknownPrice(unpriced.id, caps)
}
