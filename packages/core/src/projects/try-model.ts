import { inject, injectable } from 'tsyringe'
import { DocentError } from '../errors/docent-error.ts'
import { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import { Clock } from '../ports/clock.ts'
import { toModelError } from '../turn/reply/model-error.ts'

const TIMEOUT_MS = 20_000

/** What a model does: it writes, makes vectors, or orders texts. */
export type ModelKind = 'language' | 'embedding' | 'rerank'

export interface ModelTrial {
  /** `provider:model`. */
  model: string
  ms: number
  /** What the model said, or for an embedding its number of dimensions. */
  said: string
}

/** Calls a model once, so that a wrong key or name shows before anybody waits for an answer. */
@injectable()
export class TryModel {
  constructor(
    @inject(Models) private readonly models: Models,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws DocentError `model_not_configured`, `model_failed`, `timeout` */
  async try(id: string, kind: ModelKind, options: CallOptions = {}): Promise<ModelTrial> {
    const began = this.clock.now()
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const said = await this.#call(id, kind, signal).catch((error: unknown) => {
      options.signal?.throwIfAborted()
      if (timeout.aborted)
        throw new DocentError(
          'timeout',
          `The model ${id} did not answer within ${TIMEOUT_MS / 1000} s. Its server may still be loading it. Check the log of that server, and try again.`,
        )
      throw toModelError(error)
    })
    return { model: id, ms: this.clock.now() - began, said }
  }

  async #call(id: string, kind: ModelKind, abortSignal: AbortSignal): Promise<string> {
    if (kind === 'embedding') {
      const { embeddings } = await this.models.embedding(id).doEmbed({ values: ['ready'], abortSignal })
      return `${embeddings[0]?.length ?? 0} dimensions`
    }
    if (kind === 'rerank') {
      const documents = { type: 'text' as const, values: ['ready', 'steady'] }
      const { ranking } = await this.models.reranking(id).doRerank({ query: 'ready', documents, abortSignal })
      return `${ranking.length} results`
    }
    const { content } = await this.models.resolve(id).model.doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Reply with the one word: ready' }] }],
      maxOutputTokens: 256,
      abortSignal,
    })
    return content
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('')
      .trim()
      .slice(0, 200)
  }
}
