import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { anthropicWire } from './anthropic-wire.ts'
import { openaiChatWire } from './openai-chat-wire.ts'
import { openaiResponsesWire } from './openai-responses-wire.ts'

const messages = [{ role: 'user', content: 'Hello' }]
const formats = [
  {
    fixture: 'anthropic-messages.sse',
    start: anthropicWire,
    path: '/messages',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: { model: 'claude-opus-5-5', max_tokens: 10, stream: true, messages },
  },
  {
    fixture: 'openai-chat.sse',
    start: openaiChatWire,
    path: '/chat/completions',
    headers: {},
    body: { model: 'gpt-4o-mini', stream: true, messages },
  },
  {
    fixture: 'openai-responses.sse',
    start: openaiResponsesWire,
    path: '/responses',
    headers: { authorization: 'Bearer k' },
    body: { model: 'gpt-4.1', stream: true, input: messages },
  },
]

describe('the wire servers', () => {
  test.each(formats)(
    'write streams in the shape of $fixture',
    async ({ fixture, start, path, headers, body }) => {
      const wire = await start([{ text: 'Hello' }])
      try {
        const response = await fetch(`${wire.baseURL}${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        expect(response.headers.get('content-type')).toContain('text/event-stream')
        const published = await readFile(new URL(`./__fixtures__/${fixture}`, import.meta.url), 'utf8')
        expect(shapes(await response.text())).toEqual(shapes(published))
      } finally {
        await wire.close()
      }
    },
  )

  test.each(formats)(
    'refuse a request that the vendor would refuse: $path',
    async ({ start, path, body }) => {
      const wire = await start([{ text: 'Hello' }])
      try {
        const { model: _, ...rest } = body
        const response = await fetch(`${wire.baseURL}${path}`, { method: 'POST', body: JSON.stringify(rest) })
        expect(response.status).toBe(400)
        expect(wire.problems.join()).toContain('model')
      } finally {
        await wire.close()
      }
    },
  )
})

/** Of each event its name and the paths of its fields, without the values. */
function shapes(stream: string): string[] {
  return stream
    .split('\n\n')
    .filter((event) => event.trim() !== '')
    .map((event) => {
      const name = /^event: (.*)$/m.exec(event)?.[1] ?? ''
      const data = /^data: (.*)$/m.exec(event)?.[1] ?? ''
      return `${name} ${data === '[DONE]' ? data : fields(JSON.parse(data)).sort().join(' ')}`
    })
}

function fields(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fields(each, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Object.entries(value)
  return entries.length === 0 ? [at] : entries.flatMap(([key, each]) => fields(each, `${at}.${key}`))
}
