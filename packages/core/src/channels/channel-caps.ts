import { inject, injectable } from 'tsyringe'
import type { LimitRequest } from '../domain/limit.ts'
import type { ThreadTurn } from '../domain/thread.ts'
import { FallbackLimiter } from '../limits/fallback-limiter.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { MappedPlace } from './places/channel-places.ts'

const DAY = { kind: 'fixed', ms: 86_400_000 } as const
/** Limiters count whole numbers: millionths of a dollar. */
const MICRO = 1_000_000

/** Daily caps of answers by person, place, and money. */
@injectable()
export class ChannelCaps {
  constructor(
    @inject(FallbackLimiter) private readonly limiter: FallbackLimiter,
    @inject(Models) private readonly models: Models,
  ) {}

  /** Takes one answer; false when a cap is reached, and then nothing was taken. */
  async take({ project, mapping }: MappedPlace, author: string, options: CallOptions = {}): Promise<boolean> {
    const of = `channel:${project.id}:${mapping.channel}:${mapping.place}`
    const requests: LimitRequest[] = [
      { scope: 'account', key: `${of}:by:${author}`, max: mapping.answersPerUserPerDay, window: DAY },
      { scope: 'project', key: of, max: mapping.answersPerDay, window: DAY },
    ]
    // Money is counted when it is spent; one millionth asks whether any is left.
    if (mapping.usdPerDay !== undefined) requests.push(spent(of, mapping.usdPerDay, 1))
    return (await this.limiter.take(requests, options)).allowed
  }

  /** Counts what an answer cost, also past the cap. */
  async count({ project, mapping }: MappedPlace, turn: ThreadTurn, options: CallOptions = {}): Promise<void> {
    if (mapping.usdPerDay === undefined) return
    const { price } = this.models.resolve(this.models.idFor(project, 'assistant'))
    if (price === undefined) return
    const usd = (turn.inputTokens * price.input + turn.outputTokens * price.output) / 1_000_000
    const request = spent(
      `channel:${project.id}:${mapping.channel}:${mapping.place}`,
      mapping.usdPerDay,
      Math.ceil(usd * MICRO),
    )
    await this.limiter.take([{ ...request, max: Number.MAX_SAFE_INTEGER }], options)
  }
}

function spent(of: string, usd: number, cost: number): LimitRequest {
  return { scope: 'project', key: `${of}:usd`, max: Math.floor(usd * MICRO), window: DAY, cost }
}
