import type { ScriptedReply } from '@docent/testing'

/** The part of a request to OpenAI's chat completions that the model looks at. */
export interface ChatBody {
  max_tokens?: number
  messages: { role: string; content?: unknown }[]
  tools?: { function: { name: string } }[]
}

/** What a model gets wrong. */
export interface Faults {
  /** Texts arrive whole. */
  isBuffered?: boolean
  hasBrokenArguments?: boolean
  callsOneTool?: boolean
  callsNoTool?: boolean
  ignoresSystem?: boolean
  ignoresResults?: boolean
  /** Characters of the prompt that it reads; the start is cut off. */
  window?: number
  neverEnds?: boolean
  reportsNothing?: boolean
  neverStopsByLength?: boolean
}

const NUMBERS = Array.from({ length: 60 }, (_, index) => `number ${index + 1}\n`)

/** A model that does what the protocol checks ask for, but for its faults. */
export function behavedModel(faults: Faults = {}): (body: ChatBody) => ScriptedReply {
  return (body) => {
    const reply = replyTo(body, faults)
    const text = typeof reply.text === 'string' && faults.isBuffered ? [reply.text] : reply.text
    return {
      ...reply,
      ...(text === undefined
        ? {}
        : { text: Array.isArray(text) && faults.isBuffered ? [text.join('')] : text }),
      ...(faults.reportsNothing ? { usage: { inputTokens: 0, outputTokens: 0 } } : {}),
    }
  }
}

function replyTo(body: ChatBody, faults: Faults): ScriptedReply {
  const all = body.messages.map(({ content }) => textOf(content)).join('\n')
  const seen = faults.window === undefined ? all : all.slice(-faults.window)
  const codes = [...seen.matchAll(/The code of the \w+ is (\w+)\./g)].map((match) => match[1])
  const usage = { inputTokens: Math.ceil(seen.length / 4.5), outputTokens: 20 }
  if (faults.neverEnds) return { text: NUMBERS, finishReason: 'length', usage }
  if (all.includes('<log>')) return { text: `The codes: ${codes.join(', ')}`, usage }
  if (all.includes('Count from 1')) {
    if ((body.max_tokens ?? 1_000) < 100 && !faults.neverStopsByLength)
      return { text: NUMBERS.slice(0, 8), finishReason: 'length', usage }
    return { text: NUMBERS, usage }
  }
  const order = body.messages.find(({ role }) => role === 'system')
  const inUser = textOf(body.messages.find(({ role }) => role === 'user')?.content)
  const word = /code word (\w+)/.exec(`${faults.ignoresSystem ? '' : textOf(order?.content)}\n${inUser}`)?.[1]
  if (all.includes('largest ocean')) return { text: `The Pacific Ocean. ${word ?? ''}`, usage }
  const result = body.messages.find(({ role }) => role === 'tool')
  if (result)
    return { text: faults.ignoresResults ? 'I do not know.' : `It says: ${textOf(result.content)}`, usage }
  const names = (body.tools ?? []).map((tool) => tool.function.name)
  if (names.length > 0 && faults.callsNoTool) return { text: '{"name": "look_up"}', usage }
  const call = (toolName: string, input: unknown) =>
    faults.hasBrokenArguments
      ? { toolName, rawInput: JSON.stringify(input).slice(0, -3) }
      : { toolName, input }
  if (names.includes('write_note')) {
    const text = /<text>\n([\s\S]*)\n<\/text>/.exec(inUser)?.[1]
    return { toolCalls: [call('write_note', { title: 'Setup', text })], usage }
  }
  if (names.includes('look_up')) {
    const products = [...inUser.matchAll(/"(Ferry \w+)"/g)].map((match) => match[1])
    const wanted = faults.callsOneTool ? products.slice(0, 1) : products
    return { toolCalls: wanted.map((product) => call('look_up', { product })), usage }
  }
  return { text: 'ready', usage }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: string }) => part.text ?? '').join('\n')
}
