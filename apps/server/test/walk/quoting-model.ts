import { openaiChatWire, type WireServer } from '@docent/simulators'

const PASSAGE = /<passage number="(\d+)" path="[^"]*" title="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/passage>/

/** A model server whose model answers with the beginning of the first passage that it is given, and cites it. */
export function startQuotingModel(): Promise<WireServer> {
  return openaiChatWire((body) => ({ text: answerTo(lastText(body)) }))
}

function answerTo(prompt: string): string {
  const [, number, title, content = ''] = PASSAGE.exec(prompt) ?? []
  if (number === undefined) return 'Hello.'
  const [line = ''] = content.split('\n').filter((one) => /^[A-Z].{30,}/.test(one))
  return `The page "${title}" says: ${line} [${number}]`
}

function lastText(body: unknown): string {
  const { messages } = body as { messages: readonly { content: unknown }[] }
  const last = messages.at(-1)?.content
  if (typeof last === 'string') return last
  return Array.isArray(last) ? last.map((part: { text?: string }) => part.text ?? '').join('\n') : ''
}
