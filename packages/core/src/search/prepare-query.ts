import { inject, Lifecycle, scoped } from 'tsyringe'
import type { Project } from '../domain/project.ts'
import type { SpendKey } from '../domain/spend.ts'
import { SpendReached } from '../domain/spend-reached.ts'
import { MeteredModels } from '../limits/metered-models.ts'
import type { SpendSubject } from '../limits/spend-caps.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { Logger } from '../ports/logger.ts'
import type { RetrievalQuery } from '../ports/retriever.ts'
import { ProviderHealth } from '../projects/providers/provider-health.ts'
import { COMMON_SYNONYMS } from './common-synonyms.ts'

/** A reader waits for the answer: what takes longer is answered by words alone. */
const TIMEOUT_MS = 3_000
/** After a failure the model is left alone, so that not every search waits for it. */
const PAUSE_MS = 30_000
const REMEMBERED = 500

/**
 * Adds to a query what its project has: synonyms, the variants that it means, and how to make vectors. When the embedding model fails, searches go
 * on by words, and the log says so once in half a minute.
 */
@scoped(Lifecycle.ContainerScoped)
export class PrepareQuery {
  readonly #vectors = new Map<string, readonly number[]>()
  readonly #pausedUntil = new Map<string, number>()

  constructor(
    @inject(MeteredModels) private readonly models: Pick<MeteredModels, 'embedding'>,
    @inject(Clock) private readonly clock: Clock,
    @inject(Logger) private readonly logger: Logger,
    @inject(ProviderHealth) private readonly providers?: ProviderHealth,
  ) {}

  /** @param key the key of the request, whose monthly spend cap counts beside the project's */
  prepare(project: Project, query: RetrievalQuery, key?: SpendKey): RetrievalQuery {
    const { synonyms = [], variants } = project.assistant
    const prefer = [...(query.prefer ?? []), ...(variants === undefined ? [] : [variants.join('\n')])]
    return {
      // Its own come first: a search reads a query in few ways.
      synonyms: [...synonyms, ...COMMON_SYNONYMS],
      embed: (text, model, options) => this.#embed(text, model, { project, key }, options),
      ...query,
      ...(prefer.length > 0 && { prefer }),
    }
  }

  async #embed(
    text: string,
    model: string,
    subject: SpendSubject,
    { signal }: CallOptions,
  ): Promise<readonly number[] | undefined> {
    const key = `${model}\0${text}`
    const known = this.#vectors.get(key)
    if (known !== undefined) return known
    if (this.clock.now() < (this.#pausedUntil.get(model) ?? 0)) return undefined
    try {
      const vector = await this.#call(text, model, subject, signal)
      this.#remember(key, vector)
      void this.providers?.succeeded('embedding model', model, subject.project?.id)
      return vector
    } catch (error) {
      signal?.throwIfAborted()
      // The money of one project is gone, and nothing is wrong with the model: it searches by words until it has more.
      if (error instanceof SpendReached) return undefined
      void this.providers?.failed('embedding model', model, error, subject.project?.id)
      this.#pausedUntil.set(model, this.clock.now() + PAUSE_MS)
      this.logger.warn(
        { err: error, model },
        'the question could not be embedded: searching by words alone for half a minute',
      )
      return undefined
    }
  }

  async #call(
    text: string,
    id: string,
    subject: SpendSubject,
    signal: AbortSignal | undefined,
  ): Promise<readonly number[]> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const abortSignal = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const { embeddings } = await this.models.embedding(id, subject).doEmbed({ values: [text], abortSignal })
    const [vector] = embeddings
    if (vector === undefined) throw new RangeError(`The embedding model ${id} answered no vector.`)
    return vector
  }

  /** The same question is often searched several times: by the answer, and by its tools. */
  #remember(key: string, vector: readonly number[]): void {
    this.#vectors.set(key, vector)
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= REMEMBERED) break
      this.#vectors.delete(oldest)
    }
  }
}
