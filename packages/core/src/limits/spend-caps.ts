import { inject, Lifecycle, scoped } from 'tsyringe'
import { type LimitRequest, type LimitResult, windowAt } from '../domain/limit.ts'
import type { Project } from '../domain/project.ts'
import type { SpendKey, SpendState } from '../domain/spend.ts'
import { DocentError } from '../errors/docent-error.ts'
import { SpendReached } from '../errors/spend-reached.ts'
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

/**
 * Monthly spend caps of projects and keys, counted by the rate limiter, so that all processes share them and no two
 * calls spend the same dollar. Before a call its highest price is taken from the limiter; what the call then did not
 * cost stays in this process and pays for the next calls. A process that ends keeps that part counted until the month
 * ends, so a cap can only refuse early, never late. There is no fallback: without the limiter nothing is spent.
 */
@scoped(Lifecycle.ContainerScoped)
export class SpendCaps {
  /** Millionths of a dollar that are taken and not spent, by what they were taken from and the month. */
  readonly #purses = new Map<string, number>()

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
    return { hold: (usd, signal) => this.#hold(caps, usd, { signal }) }
  }

  /** How much of each cap is used; empty when there is none. */
  async report(subject: SpendSubject, options: CallOptions = {}): Promise<SpendState[]> {
    const caps = capsOf(subject)
    if (caps.length === 0) return []
    const { states } = await this.limiter.take(requestsFor(caps, 0), options)
    return caps.map(({ scope, id, usd }, index) => {
      const state = states[index]
      const unspent = this.#unspent(scope, id)
      const left = Math.min(usd, ((state?.remaining ?? 0) + unspent) / MICRO)
      return { scope, id, max: usd, used: usd - left, left, resetAt: state?.resetAt ?? 0 }
    })
  }

  async #hold(caps: readonly Cap[], usd: number, options: CallOptions): Promise<SpendHold> {
    const wanted = Math.ceil(usd * MICRO)
    const purse = this.#purseOf(caps)
    const saved = Math.min(this.#purses.get(purse) ?? 0, wanted)
    this.#add(purse, -saved)
    let tightest = caps[0] as Cap
    let taken = 0
    try {
      let cost = wanted - saved
      for (let tries = 0; cost > 0 && tries < TRIES; tries++) {
        const result = await this.limiter.take(requestsFor(caps, cost), options)
        if (result.allowed) {
          taken = cost
          break
        }
        const [left, index] = leastOf(result)
        tightest = caps[index] ?? tightest
        cost = left
      }
    } catch (error) {
      this.#add(purse, saved)
      throw error
    }
    const held = saved + taken
    let isSettled = false
    return {
      usd: held / MICRO,
      limit: { name: 'spendUsdPerMonth', max: tightest.usd, message: reachedText(tightest) },
      settle: async (spent) => {
        if (isSettled) return
        isSettled = true
        const cost = Math.ceil(spent * MICRO)
        if (cost <= held) return this.#add(purse, held - cost)
        // More than was foreseen: it was spent all the same.
        const over = requestsFor(caps, cost - held).map((request) => ({
          ...request,
          max: Number.MAX_SAFE_INTEGER,
        }))
        await this.limiter.take(over)
      },
    }
  }

  #purseOf(caps: readonly Cap[]): string {
    const { start } = windowAt(MONTH, this.clock.now())
    return [start, ...caps.map(({ scope, id }) => `${scope}:${id}`)].join(' ')
  }

  #unspent(scope: string, id: string): number {
    const { start } = windowAt(MONTH, this.clock.now())
    let sum = 0
    for (const [purse, amount] of this.#purses) {
      const [month, ...names] = purse.split(' ')
      if (month === String(start) && names.includes(`${scope}:${id}`)) sum += amount
    }
    return sum
  }

  #add(purse: string, amount: number): void {
    const { start } = windowAt(MONTH, this.clock.now())
    for (const name of this.#purses.keys()) if (!name.startsWith(`${start} `)) this.#purses.delete(name)
    const next = (this.#purses.get(purse) ?? 0) + amount
    if (next > 0) this.#purses.set(purse, next)
    else this.#purses.delete(purse)
  }
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

/** What the tightest limit has left, and which it is. */
function leastOf({ states }: LimitResult): [left: number, index: number] {
  return states.reduce<[number, number]>(
    (least, { remaining }, index) => (remaining < least[0] ? [remaining, index] : least),
    [Number.POSITIVE_INFINITY, 0],
  )
}

function reachedText({ scope, id, usd }: Cap): string {
  return `the monthly spend cap of ${usd} US dollars of ${scope} ${id} was reached.`
}

function unknownPrice(model: string, caps: readonly Cap[]): DocentError {
  const owner = caps.map(({ scope, id }) => `${scope} ${id}`).join(' and ')
  return new DocentError(
    'configuration',
    `The monthly spend cap of ${owner} cannot be kept, because the price of the model "${model}" is unknown. Give its price to the plugin of the provider, such as models: { "${model.slice(model.indexOf(':') + 1)}": { price: { input: 1, output: 5 } } }, or remove spendUsdPerMonth.`,
  )
}

/**
 * Refuses a cap that could not be kept.
 * @throws DocentError `configuration` when the price of a model is unknown.
 */
export function assertPriced(
  subject: SpendSubject,
  models: readonly Pick<ResolvedModel, 'id' | 'price'>[],
): void {
  const caps = capsOf(subject)
  const unpriced = models.find(({ price }) => price === undefined)
  if (caps.length > 0 && unpriced) throw unknownPrice(unpriced.id, caps)
}
