import { MAX_RESULTS } from './tools/search-tools.ts'

/**
 * The arguments of a tool call as models mean them: null and an empty text stand for "not given", a number may come as
 * text, a list of one as its entry, and more than the most is the most. What is still wrong is refused by the schema
 * of the tool.
 * @param message one JSON-RPC message; all others than tool calls stay as they are.
 */
export function withLenientArguments(message: unknown): unknown {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return message
  const { arguments: given, ...params } = message.params
  const parsed = typeof given === 'string' ? parsedJson(given) : (given ?? {})
  if (!isRecord(parsed)) return message
  const fields = Object.entries(parsed).filter(([, value]) => value !== null && value !== '')
  const meant = fields.map(([name, value]) => [name, MEANT[name]?.(value) ?? value])
  return { ...message, params: { ...params, arguments: Object.fromEntries(meant) } }
}

const MEANT: Readonly<Record<string, (value: unknown) => unknown>> = {
  limit: (value) => numberIn(value, 1, MAX_RESULTS),
  offset: (value) => numberIn(value, 0, Number.MAX_SAFE_INTEGER),
  paths(value) {
    if (typeof value !== 'string') return value
    const list = parsedJson(value)
    return Array.isArray(list) ? list : [value]
  },
}

function numberIn(value: unknown, least: number, most: number): unknown {
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return value
  return Math.min(most, Math.max(least, Math.trunc(number)))
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
