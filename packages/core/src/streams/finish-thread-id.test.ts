import { describe, expect, it } from 'vitest'
import { finishThreadIdPlace } from './finish-thread-id.ts'

const PLAIN = { fp: 'visitor', messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }] }
const USE_CHAT = { ...PLAIN, id: 'chat', trigger: 'submit-message' }

describe('finishThreadIdPlace', () => {
  it('writes the id at the top level for a plain reader', () => {
    expect(finishThreadIdPlace({ body: PLAIN, setting: 'auto' })).toBe('top-level')
  })

  it.each([
    ['trigger in the body', USE_CHAT],
    ['a message with metadata', { messages: [{ role: 'assistant', metadata: {} }, ...PLAIN.messages] }],
    [
      'a part with a state',
      { messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'a', state: 'done' }] }] },
    ],
  ])('writes it in the metadata only for an AI SDK client, known by %s', (_, body) => {
    expect(finishThreadIdPlace({ body, setting: 'auto' })).toBe('metadata')
  })

  it.each([undefined, null, 'text', 3, [], {}, { messages: null }, { messages: [null, 1, { parts: 'x' }] }])(
    'takes any body for a plain one that shows no sign of a client: %j',
    (body) => {
      expect(finishThreadIdPlace({ body, setting: 'auto' })).toBe('top-level')
    },
  )

  it("follows the project's setting whatever the body looks like", () => {
    expect(finishThreadIdPlace({ body: USE_CHAT, setting: 'top-level' })).toBe('top-level')
    expect(finishThreadIdPlace({ body: PLAIN, setting: 'metadata' })).toBe('metadata')
  })

  it('lets one request override the setting, also back to auto', () => {
    expect(finishThreadIdPlace({ body: USE_CHAT, setting: 'metadata', override: 'top-level' })).toBe(
      'top-level',
    )
    expect(finishThreadIdPlace({ body: PLAIN, setting: 'metadata', override: 'auto' })).toBe('top-level')
  })
})
