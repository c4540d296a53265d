import type { ResolvedModel } from '@docent/core/plugin'

type Model = ResolvedModel['model']
type CallOptions = Parameters<Model['doStream']>[0]
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Of> ? Of : never

/** Time between two deltas of a paced reply, ms: 50 a second. */
export const PACE_MS = 20

/** Text of every delta of a burst. */
const DELTA = 'passage '

/**
 * A model whose reply costs next to nothing to make. The question says what it is: `burst 2000` is 2,000 deltas as
 * fast as they are read, `paced 500` is 500 deltas at 50 a second, each of which says when it was due
 * (`@<milliseconds since the epoch> `).
 */
export function streamModel(): Model {
  const pacer = new Pacer()
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'stream',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('The benchmark only streams.')),
    doStream: async (options) => {
      const [, kind, count] = /\b(burst|paced) (\d+)\b/.exec(lastMessage(options)) ?? []
      const deltas = Number(count)
      return { stream: kind === 'burst' ? burst(deltas) : pacer.reply(deltas, options.abortSignal) }
    },
  }
}

function lastMessage({ prompt }: CallOptions): string {
  return JSON.stringify(prompt.at(-1)?.content ?? '')
}

const START: readonly Part[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
]

const END: readonly Part[] = [
  { type: 'text-end', id: 't' },
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1_000, noCache: 1_000, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1_000, text: 1_000, reasoning: 0 },
    },
  },
]

function burst(deltas: number): ReadableStream<Part> {
  let sent = 0
  return new ReadableStream<Part>({
    start(controller) {
      for (const part of START) controller.enqueue(part)
    },
    pull(controller) {
      if (sent++ < deltas) controller.enqueue({ type: 'text-delta', id: 't', delta: DELTA })
      else end(controller)
    },
  })
}

function end(controller: ReadableStreamDefaultController<Part>): void {
  for (const part of END) controller.enqueue(part)
  controller.close()
}

interface PacedReply {
  readonly controller: ReadableStreamDefaultController<Part>
  nextDue: number
  left: number
}

/** One timer for all paced replies: their own timers would cost more than what is measured. */
class Pacer {
  readonly #replies = new Set<PacedReply>()
  #timer: NodeJS.Timeout | undefined

  reply(deltas: number, signal: AbortSignal | undefined): ReadableStream<Part> {
    let reply: PacedReply | undefined
    return new ReadableStream<Part>({
      start: (controller) => {
        for (const part of START) controller.enqueue(part)
        reply = { controller, nextDue: now(), left: deltas }
        const added = reply
        signal?.addEventListener('abort', () => this.#replies.delete(added), { once: true })
        this.#replies.add(reply)
        this.#timer ??= setInterval(this.#tick, 1)
      },
      cancel: () => {
        if (reply) this.#replies.delete(reply)
      },
    })
  }

  /** Sends everything that is due. When the process is behind, a delta still says when it was due. */
  readonly #tick = () => {
    const at = now()
    for (const reply of this.#replies) {
      while (reply.nextDue <= at && reply.left > 0) {
        reply.controller.enqueue({ type: 'text-delta', id: 't', delta: `@${reply.nextDue.toFixed(1)} ` })
        reply.nextDue += PACE_MS
        reply.left--
      }
      if (reply.left > 0) continue
      this.#replies.delete(reply)
      end(reply.controller)
    }
    if (this.#replies.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** Milliseconds since the epoch, finer than whole ones, comparable between processes. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}
