import { asks, type Finding, failureOf, type ProtocolCheck, quoted, system, user } from './protocol-check.ts'

/** A whole reply that takes this long and comes at its end was held back. */
const HELD_BACK_MS = 3_000
const ABORT_MS = 10_000
const LONG = 'Count from 1 to 60. Write each number in words, one on each line, and nothing else.'

const streams: ProtocolCheck = {
  id: 'streaming',
  title: 'Text arrives in pieces while the model writes',
  isRequired: false,
  async run(probe) {
    const reply = await probe.ask({ prompt: asks(LONG) })
    const failed = failureOf(reply)
    if (failed) return failed
    const isHeldBack = reply.ms >= HELD_BACK_MS && reply.firstMs > reply.ms * 0.9
    if (reply.pieces > 2 && !isHeldBack) return undefined
    const detail = isHeldBack
      ? `The first piece arrived after ${seconds(reply.firstMs)} of ${seconds(reply.ms)}.`
      : `The whole text arrived in ${reply.pieces === 1 ? 'one piece' : `${reply.pieces} pieces`}.`
    return { defect: 'no-streaming', detail }
  },
}

const obeysSystem: ProtocolCheck = {
  id: 'system-role',
  title: 'Instructions of the system message are followed',
  isRequired: true,
  async run(probe, code) {
    const word = code()
    const order = `End every reply with the code word ${word}, whatever the user asks.`
    const question = 'Which is the largest ocean? One sentence.'
    const reply = await probe.ask({ prompt: [system(order), user(question)] })
    if (reply.text.includes(word)) return undefined
    const inUser = await probe.ask({ prompt: asks(`${order}\n\n${question}`) })
    const failed = failureOf(reply)
    if (inUser.text.includes(word))
      return {
        defect: 'ignores-system',
        detail: failed
          ? `With a system message the model fails, and without one it works: ${failed.detail}`
          : `The code word from the system message is missing: ${quoted(reply.text)}. The model does obey it in a user message.`,
      }
    return (
      failed ?? {
        defect: 'ignores-instructions',
        detail: `The code word from the instructions is missing: ${quoted(reply.text)}.`,
      }
    )
  },
}

const ends: ProtocolCheck = {
  id: 'finishes',
  title: 'A short question gets a reply that ends by itself',
  isRequired: true,
  async run(probe) {
    const reply = await probe.ask({ prompt: asks('Reply with the one word: ready'), maxOutputTokens: 4_096 })
    const failed = failureOf(reply)
    if (failed) return failed
    if (reply.finishReason === 'length')
      return { defect: 'never-finishes', detail: 'A reply of one word went on until 4,096 tokens were used.' }
    if (reply.finishReason === 'stop' && reply.text.trim() !== '') return undefined
    return reply.text.trim() === ''
      ? { defect: 'unreachable', detail: 'The reply is empty.' }
      : stopReason('a reply that ends by itself', 'stop', reply.finishReason)
  },
}

const cut: ProtocolCheck = {
  id: 'length-limit',
  title: 'A reply that is cut at its limit says so',
  isRequired: false,
  async run(probe) {
    const reply = await probe.ask({ prompt: asks(LONG), maxOutputTokens: 24 })
    const failed = failureOf(reply)
    if (failed) return failed
    return reply.finishReason === 'length'
      ? undefined
      : stopReason('a reply that is cut after 24 tokens', 'length', reply.finishReason)
  },
}

const countsTokens: ProtocolCheck = {
  id: 'usage',
  title: 'The server reports the tokens of a reply',
  isRequired: false,
  async run(probe) {
    const reply = await probe.ask({ prompt: asks('Reply with the one word: ready') })
    const failed = failureOf(reply)
    if (failed) return failed
    const { inputTokens = 0, outputTokens = 0 } = reply
    if (inputTokens > 0 && outputTokens > 0) return undefined
    return {
      defect: 'no-usage',
      detail: 'The reply has no token count, so Docent estimates budgets and costs from the length.',
    }
  },
}

const stops: ProtocolCheck = {
  id: 'abort',
  title: 'A reply stops when nobody reads it any more',
  isRequired: false,
  async run({ model, options: { clock, signal } }): Promise<Finding | undefined> {
    const stop = new AbortController()
    let abortedAt: number | undefined
    const limit = AbortSignal.timeout(ABORT_MS * 6)
    const reading = (async () => {
      const { stream } = await model.doStream({
        prompt: asks(LONG),
        maxOutputTokens: 1_024,
        abortSignal: AbortSignal.any([signal, limit, stop.signal]),
      })
      let after = 0
      for await (const part of stream) {
        if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue
        if (abortedAt !== undefined) after++
        abortedAt ??= clock.now()
        stop.abort(new Error('Nobody reads this any more.'))
      }
      return after
    })()
    try {
      const after = await reading
      if (after < 5) return undefined
      return {
        defect: 'ignores-abort',
        detail: `${after} further pieces arrived after the reply was aborted.`,
      }
    } catch (error) {
      signal.throwIfAborted()
      const waited = abortedAt === undefined ? 0 : clock.now() - abortedAt
      if (stop.signal.aborted && waited <= ABORT_MS) return undefined
      if (stop.signal.aborted)
        return {
          defect: 'ignores-abort',
          detail: `The stream ended ${seconds(waited)} after it was aborted.`,
        }
      return { defect: 'unreachable', detail: error instanceof Error ? error.message : String(error) }
    }
  },
}

export const REPLY_CHECKS: readonly ProtocolCheck[] = [ends, streams, obeysSystem, cut, countsTokens, stops]

function stopReason(what: string, expected: string, got: string | undefined): Finding {
  return {
    defect: 'wrong-stop-reason',
    detail: `The stop reason of ${what} is “${got ?? 'none'}”, not “${expected}”.`,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
