import type { WireProtocol } from './wire-protocol.ts'

/** OpenAI's embeddings, as compatible servers have them. */
export const openaiEmbeddings: NonNullable<WireProtocol['embeddings']> = {
  path: '/embeddings',
  reply: embeddings,
}

/** Vectors of three numbers that follow from the text alone. */
function embeddings(body: unknown): object {
  const { input, model } = body as { input: string | string[]; model: string }
  const data = [input].flat().map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, text.charCodeAt(0) || 0, text.charCodeAt(text.length - 1) || 0],
  }))
  return { object: 'list', data, model, usage: { prompt_tokens: data.length, total_tokens: data.length } }
}
