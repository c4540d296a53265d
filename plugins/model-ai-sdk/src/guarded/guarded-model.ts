import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { DocentError } from '@docent/core/plugin'
import type { GuardOptions } from './guard-options.ts'
import { guardedCall, guardedError, serverOf } from './guarded-call.ts'
import { Silence } from './silence.ts'
import { systemAsUser } from './system-as-user.ts'

/**
 * A vendor's model whose failures are DocentErrors: a refused request rejects, a stream that breaks, falls silent or
 * ends without its end errors, and a call that is aborted ends with the signal's reason. It never retries.
 */
export class GuardedModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly #model: LanguageModelV4
  readonly #options: GuardOptions

  constructor(model: LanguageModelV4, options: GuardOptions) {
    this.#model = model
    this.#options = options
  }

  get provider(): string {
    return this.#model.provider
  }

  get modelId(): string {
    return this.#model.modelId
  }

  get supportedUrls(): LanguageModelV4['supportedUrls'] {
    return this.#model.supportedUrls
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const model = await this.#composed()
    return guardedCall(options.abortSignal, this.#options, (abortSignal) =>
      model.doGenerate({ ...options, prompt: this.#prompt(options), abortSignal }),
    )
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const model = await this.#composed()
    options.abortSignal?.throwIfAborted()
    const silence = new Silence(
      options.abortSignal,
      this.#options.firstByteMs,
      serverOf(this.#options.errors),
    )
    try {
      const { stream, ...result } = await silence.race(
        model.doStream({ ...options, prompt: this.#prompt(options), abortSignal: silence.signal }),
      )
      return { ...result, stream: this.#guarded(stream, options, silence) }
    } catch (error) {
      silence.end()
      throw this.#mapped(error, options, silence)
    }
  }

  #prompt({ prompt }: LanguageModelV4CallOptions): LanguageModelV4CallOptions['prompt'] {
    return this.#options.systemRole === false ? systemAsUser(prompt) : prompt
  }

  #guarded(
    stream: ReadableStream<LanguageModelV4StreamPart>,
    options: LanguageModelV4CallOptions,
    silence: Silence,
  ): ReadableStream<LanguageModelV4StreamPart> {
    const reader = stream.getReader()
    let finished = false
    const fail = (error: unknown) => {
      silence.end()
      const mapped = this.#mapped(error, options, silence)
      silence.abort(mapped)
      return mapped
    }
    return new ReadableStream<LanguageModelV4StreamPart>(
      {
        pull: async (controller) => {
          silence.listen(true)
          try {
            const { done, value } = await silence.race(reader.read())
            if (done) {
              if (!finished) throw brokeOff(this.#options.errors)
              silence.end()
              controller.close()
            } else if (value.type === 'error') throw value.error
            else if (
              value.type === 'finish' &&
              ['interrupted', 'error'].includes(value.finishReason.unified)
            ) {
              throw brokeOff(this.#options.errors)
            } else {
              // The client makes this part itself, before the server has sent anything.
              if (value.type !== 'stream-start') silence.heard(this.#options.idleMs)
              finished ||= value.type === 'finish'
              controller.enqueue(value)
            }
          } catch (error) {
            controller.error(fail(error))
          } finally {
            silence.listen(false)
          }
        },
        cancel: (reason) => {
          silence.end()
          silence.abort(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** The vendor's model with the settings of the provider under those of each call. */
  async #composed(): Promise<LanguageModelV4> {
    const { providerOptions } = this.#options
    if (Object.keys(providerOptions).length === 0) return this.#model
    // Imported when it is first needed: it takes longer to load than a server to start.
    const { defaultSettingsMiddleware, wrapLanguageModel } = await import('ai')
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions } })
    return wrapLanguageModel({ model: this.#model, middleware })
  }

  #mapped(error: unknown, options: LanguageModelV4CallOptions, silence: Silence): unknown {
    return guardedError(error, silence, { ...this.#options.errors, signal: options.abortSignal })
  }
}

function brokeOff(errors: GuardOptions['errors']): DocentError {
  return new DocentError('model_failed', `The reply of ${serverOf(errors)} broke off.`, { isRetryable: true })
}
