import {
  type Backoff,
  type CallOptions,
  type ClaimChecker,
  type ClaimVerdict,
  defaultBackoff,
  type EvidencedClaim,
  retry,
} from '@docent/core/plugin'
import { z } from 'zod'
import type { ClaimFormat, FormatOptions } from './claim-format.ts'
import { evidencePieces } from './evidence-pieces.ts'
import { replyError } from './map-error.ts'
import { originOf, postJson } from './post-json.ts'

export interface HttpClaimCheckerOptions extends FormatOptions {
  readonly name: string
  /** Full address. */
  readonly url: string
  readonly format: ClaimFormat
  readonly headers: Readonly<Record<string, string>>
  readonly batch: number
  readonly concurrency: number
  readonly evidenceCharacters: number
  readonly timeoutMs: number
  readonly attempts: number
  readonly now: () => number
  readonly fetch?: typeof fetch
  /** Pauses between attempts. */
  readonly backoff?: Backoff
}

/** Pauses of a quarter of a second and more; a check has one minute in all. */
const BACKOFF: Backoff = { ...defaultBackoff, baseMs: 250, maxMs: 10_000 }

interface Piece extends EvidencedClaim {
  readonly claim: number
}

/** A checker of claims behind HTTP, such as MiniCheck, FactCG or HHEM. */
export class HttpClaimChecker implements ClaimChecker {
  readonly #options: HttpClaimCheckerOptions

  constructor(options: HttpClaimCheckerOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  async check(claims: readonly EvidencedClaim[], options: CallOptions = {}): Promise<ClaimVerdict[]> {
    options.signal?.throwIfAborted()
    const { batch, concurrency, evidenceCharacters } = this.#options
    const pieces: Piece[] = claims.flatMap(({ text, evidence }, claim) =>
      evidencePieces(evidence, evidenceCharacters).map((piece) => ({ claim, text, evidence: piece })),
    )
    const best = claims.map(() => 0)
    // The first failure ends the other requests: without their verdicts theirs are of no use.
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
    let next = 0
    const worker = async () => {
      while (next < pieces.length) {
        const part = pieces.slice(next, next + batch)
        next += batch
        const supported = await this.#ask(part, signal)
        part.forEach(({ claim }, at) => {
          best[claim] = Math.max(best[claim] ?? 0, supported[at] ?? 0)
        })
      }
    }
    try {
      await Promise.all(Array.from({ length: concurrency }, worker))
    } catch (error) {
      stop.abort(error)
      throw error
    }
    return best.map((supported) => ({ supported }))
  }

  #ask(part: readonly Piece[], signal: AbortSignal): Promise<number[]> {
    const { attempts, backoff = BACKOFF } = this.#options
    return retry(() => this.#askOnce(part, signal), { maxAttempts: attempts, signal, backoff })
  }

  async #askOnce(part: readonly Piece[], signal: AbortSignal): Promise<number[]> {
    const { url, format, headers, timeoutMs, now, fetch: send = fetch } = this.#options
    const reply = await postJson(url, format.body(part, this.#options), {
      headers,
      timeoutMs,
      fetch: send,
      signal,
      now,
    })
    const supported = this.#read(reply)
    if (supported.length !== part.length)
      throw replyError(originOf(url), `it judges ${supported.length} of ${part.length} claims`)
    return supported
  }

  #read(reply: unknown): number[] {
    try {
      return this.#options.format.supported(reply, this.#options)
    } catch (error) {
      const why =
        error instanceof z.ZodError
          ? 'it has no verdicts from 0 to 1 in this format'
          : (error as Error).message
      throw replyError(originOf(this.#options.url), why, error)
    }
  }
}
