import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { DocentError } from '@docent/core'
import { guardedCall, guardedError } from './guarded-call.ts'
import type { ErrorContext } from './map-error.ts'
import { Silence } from './silence.ts'

export interface GuardOptions {
  /** Longest wait for the first part of a reply, milliseconds. */
  firstByteMs: number
  /** Longest wait between two parts, milliseconds. */
  idleMs: number
  errors: Omit<ErrorContext, 'signal'>
  /** Lie under those of the call. */
  providerOptions: SharedV4ProviderOptions
}

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

  doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return guardedCall(options.abortSignal, this.#options, (signal) =>
      this.#model.doGenerate(this.#call(options, signal)),
    )
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    options.abortSignal?.throwIfAborted()
    const silence = new Silence(options.abortSignal, this.#options.firstByteMs)
    try {
      const { stream, ...result } = await silence.race(
        this.#model.doStream(this.#call(options, silence.signal)),
      )
      return { ...result, stream: this.#guarded(stream, options, silence) }
    } catch (error) {
      silence.end()
      throw this.#mapped(error, options, silence)
    }
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
          try {
            const { done, value } = await silence.race(reader.read())
            if (done) {
              if (!finished) throw brokeOff(this.#options.errors.provider)
              silence.end()
              controller.close()
            } else if (value.type === 'error') throw value.error
            else if (
              value.type === 'finish' &&
              ['interrupted', 'error'].includes(value.finishReason.unified)
            ) {
              throw brokeOff(this.#options.errors.provider)
            } else {
              // The client makes this part itself, before the server has sent anything.
              if (value.type !== 'stream-start') silence.heard(this.#options.idleMs)
              finished ||= value.type === 'finish'
              controller.enqueue(value)
            }
          } catch (error) {
            controller.error(fail(error))
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

  #call(options: LanguageModelV4CallOptions, abortSignal: AbortSignal): LanguageModelV4CallOptions {
    const providerOptions: SharedV4ProviderOptions = { ...options.providerOptions }
    for (const [name, settings] of Object.entries(this.#options.providerOptions)) {
      providerOptions[name] = { ...settings, ...providerOptions[name] }
    }
    return { ...options, providerOptions, abortSignal }
  }

  #mapped(error: unknown, options: LanguageModelV4CallOptions, silence: Silence): unknown {
    return guardedError(error, silence, { ...this.#options.errors, signal: options.abortSignal })
  }
}

function brokeOff(provider: string): DocentError {
  return new DocentError('model_failed', `The reply of ${provider} broke off.`, { isRetryable: true })
}
