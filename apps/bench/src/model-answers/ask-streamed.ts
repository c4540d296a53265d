import type { IndexedDocent } from '../indexed-docent.ts'

export interface StreamedAnswer {
  question: string
  text: string
  /** As the stream sends it; undefined when it sent none. */
  grounding: unknown
  /** What the stream said went wrong. */
  error?: string
  /** 0 when no text came. */
  firstTextMs: number
  wholeMs: number
}

/** Asks a server over its API and reads the stream to the end. */
export async function askStreamed(
  { url, assistantKey }: Pick<IndexedDocent, 'url' | 'assistantKey'>,
  question: string,
): Promise<StreamedAnswer> {
  const begun = performance.now()
  const reply = await fetch(`${url}/discovery/v2/assistant/docs/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${assistantKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      fp: 'bench',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: question }] }],
    }),
  })
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status}: ${await reply.text()}`)
  const answer: StreamedAnswer = { question, text: '', grounding: undefined, firstTextMs: 0, wholeMs: 0 }
  let buffer = ''
  for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
    buffer += piece
    const events = buffer.split('\n\n')
    buffer = events.pop() ?? ''
    for (const event of events) {
      if (!event.startsWith('data: {')) continue
      const part = JSON.parse(event.slice('data: '.length))
      if (part.type === 'text-delta') {
        if (answer.text === '') answer.firstTextMs = Math.round(performance.now() - begun)
        answer.text += part.delta
      } else if (part.type === 'data-grounding') answer.grounding = part.data
      else if (part.type === 'error') answer.error = part.errorText
    }
  }
  return { ...answer, wholeMs: Math.round(performance.now() - begun) }
}
