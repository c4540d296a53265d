import type { RerankingModelV4 } from '@ai-sdk/provider'
import type { Passage } from '@docent/content'
import { inject, Lifecycle, scoped } from 'tsyringe'
import { SpendReached } from '../domain/spend-reached.ts'
import { DocentError } from '../errors/docent-error.ts'
import { MeteredModels } from '../limits/metered-models.ts'
import type { SpendSubject } from '../limits/spend-caps.ts'
import type { CallOptions, Health } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import type { RetrievedPassage } from '../ports/retriever.ts'
import { Settings } from '../ports/settings.ts'
import { ProviderHealth } from '../projects/providers/provider-health.ts'
import { type Backoff, defaultBackoff, retry } from '../turn/backoff.ts'
import { toModelError } from '../turn/reply/model-error.ts'
import { type RankedDocument, rankedInFull } from './ranked-in-full.ts'

/** After a failure the model is left alone, so that not every search waits for it. */
const PAUSE_MS = 30_000
/** Re-ranking models read from 512 to some thousand tokens; the beginning of a longer passage says what it is about. */
const LONGEST_TEXT = 4_000
const BACKOFF: Backoff = { ...defaultBackoff, baseMs: 100, maxMs: 500 }

/**
 * Orders what was found by a re-ranking model. A model that fails, is late or answers nonsense leaves the order of the
 * search: the log, `health` and `fallbacks` say so.
 */
@scoped(Lifecycle.ContainerScoped)
export class RerankPassages {
  readonly #failing = new Map<string, { since: number; pausedUntil: number }>()
  /** Searches that kept their order because a model failed. */
  fallbacks = 0

  constructor(
    @inject(MeteredModels) private readonly models: Pick<MeteredModels, 'reranking'>,
    @inject(Settings) private readonly settings: Settings,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
    @inject(ProviderHealth) private readonly providers?: ProviderHealth,
  ) {}

  /**
   * The same passages, best first by the model, with its scores as 0 to 1.
   * @param id `provider:model`
   * @param subject whose money it costs
   * @throws DocentError `model_not_configured`: that is no failure of the model.
   */
  async rerank(
    id: string,
    query: string,
    found: readonly RetrievedPassage[],
    subject: SpendSubject = {},
    { signal }: CallOptions = {},
  ): Promise<readonly RetrievedPassage[]> {
    const model = this.models.reranking(id, subject)
    if (found.length < 2) return found
    if (this.clock.now() < (this.#failing.get(id)?.pausedUntil ?? 0)) return this.#kept(found)
    try {
      const texts = found.map(({ passage }) => rankedText(passage))
      const ranking = await this.#rank(model, query, texts, signal)
      this.#recovered(id)
      void this.providers?.succeeded('re-ranking model', id, subject.project?.id)
      return ranking.flatMap(({ index, score }) => {
        const each = found[index]
        return each ? [{ ...each, score }] : []
      })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof SpendReached)) {
        this.#failed(id, error)
        void this.providers?.failed('re-ranking model', id, error, subject.project?.id)
      }
      return this.#kept(found)
    }
  }

  health(): Health {
    const [failing] = this.#failing
    if (failing === undefined) return { ok: true }
    const [id, { since }] = failing
    const from = new Date(since).toISOString()
    return {
      ok: false,
      message: `The re-ranking model ${id} has been failing since ${from}: results stay in the order of the search.`,
    }
  }

  /** One further attempt where it may help, all within the time limit. */
  async #rank(
    model: RerankingModelV4,
    query: string,
    values: string[],
    signal: AbortSignal | undefined,
  ): Promise<RankedDocument[]> {
    const { timeoutMs } = this.settings.assistant.rerank
    const timeout = AbortSignal.timeout(timeoutMs)
    const abortSignal = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const call = async () => {
      try {
        const documents = { type: 'text' as const, values }
        const { ranking } = await model.doRerank({ query, documents, topN: values.length, abortSignal })
        return rankedInFull(ranking, values.length)
      } catch (error) {
        throw toModelError(error)
      }
    }
    const options = { maxAttempts: 2, signal: abortSignal, backoff: BACKOFF }
    const late = new Promise<never>((_, reject) => {
      const message = `The re-ranking model did not answer within ${timeoutMs} ms.`
      abortSignal.addEventListener('abort', () => reject(new DocentError('model_failed', message)))
    })
    return Promise.race([retry(call, options), late])
  }

  #kept(found: readonly RetrievedPassage[]): readonly RetrievedPassage[] {
    this.fallbacks += 1
    return found
  }

  #failed(id: string, error: unknown): void {
    const now = this.clock.now()
    const since = this.#failing.get(id)?.since ?? now
    this.#failing.set(id, { since, pausedUntil: now + PAUSE_MS })
    this.logger.warn(
      { err: error, model: id, fallbacks: this.fallbacks + 1 },
      'the passages could not be re-ranked: they keep the order of the search for half a minute',
    )
  }

  #recovered(id: string): void {
    if (this.#failing.delete(id)) this.logger.info({ model: id }, 'passages are re-ranked again')
  }
}

/** The text around a passage adds context. */
function rankedText({ headings, content }: Passage): string {
  return `${headings.join(' > ')}\n\n${content}`.slice(0, LONGEST_TEXT)
}
