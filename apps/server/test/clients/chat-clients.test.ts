import { once } from 'node:events'
import { createRequire } from 'node:module'
import { defined } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AnsweringServer, SITE, startAnsweringServer } from './answering-server.ts'
import type { AnswerView, Chat } from './chat-client.ts'
import { CHAT_CLIENTS } from './chat-clients.ts'

let server: AnsweringServer

beforeAll(async () => {
  server = await startAnsweringServer()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

describe.each(CHAT_CLIENTS)('$name with the assistant', (client) => {
  const open = (onUpdate?: (answer: AnswerView) => void, key = server.assistantKey): Promise<Chat> =>
    client.open({
      api: `${server.url}/discovery/${client.protocol}/assistant/docs/message`,
      key,
      ...defined({ onUpdate }),
    })

  test('shows text before the model has finished, and then the whole answer', async () => {
    const shown = Promise.withResolvers<void>()
    server.answers(async (call) => {
      if (call === 0)
        return { text: 'Let me look. ', toolCalls: [{ toolName: 'search', input: { query: 'admin key' } }] }
      await shown.promise
      return { text: ['Start it with ', '`docent ', 'serve` 😀.'] }
    })
    const texts: string[] = []
    const chat = await open(({ text }) => {
      texts.push(text)
      if (text.startsWith('Let me look.')) shown.resolve()
    })
    await chat.ask('How do I start the server?')
    expect(chat.error).toBeUndefined()
    expect(chat.answer).toMatchObject({
      // What follows a tool call is a paragraph of its own: clients may show the two texts together or apart.
      text: 'Let me look. \n\nStart it with `docent serve` 😀.',
      finished: true,
    })
    expect(new Set(texts).size).toBeGreaterThan(2)
  })

  test('shows every search with its query and its results', async () => {
    server.answers([
      { toolCalls: [{ toolName: 'search', input: { query: 'admin key' } }] },
      { text: 'It is secret.' },
    ])
    const chat = await open()
    await chat.ask('How do I start the server?')
    expect(chat.error).toBeUndefined()
    expect(chat.answer?.tools).toMatchObject([
      {
        name: 'search',
        input: { query: 'How do I start the server?' },
        output: {
          type: 'search',
          path: '/start',
          results: expect.arrayContaining([
            expect.objectContaining({ path: '/start', url: `${SITE}/start#start-the-server` }),
          ]),
        },
      },
      { name: 'search', input: { query: 'admin key' }, output: { path: '/keys' } },
    ])
  })

  test('lists the cited pages as sources, each once, with absolute addresses', async () => {
    server.answers([{ text: 'Use `docent serve` [1]. It listens [1] on port 3000.' }])
    const chat = await open()
    await chat.ask('How do I start the server?')
    expect(chat.answer?.sources).toMatchObject([{ url: `${SITE}/start`, title: 'Quickstart' }])
    expect(chat.answer?.text).toContain(`[1](${SITE}/start#start-the-server)`)
  })

  test('goes on in the same thread by the id that it sends back by itself', async () => {
    server.answers([{ text: 'With `docent serve`.' }, { text: 'On port 3000.' }])
    const chat = await open()
    await chat.ask('How do I start the server?')
    const first = chat.answer?.threadId
    await chat.ask('On which port?')
    expect(chat.error).toBeUndefined()
    expect(chat.answer).toMatchObject({ text: 'On port 3000.', threadId: first, finished: true })
    expect(await server.turns(first)).toMatchObject([
      { question: 'How do I start the server?', answer: 'With `docent serve`.' },
      { question: 'On which port?', answer: 'On port 3000.' },
    ])
    const { prompt } = server.model.calls.at(-1) ?? { prompt: [] }
    expect(JSON.stringify(prompt)).toContain('With `docent serve`.')
  })

  test('begins a thread of its own with every chat', async () => {
    server.answers(() => ({ text: 'Hello.' }))
    const [one, two] = [await open(), await open()]
    await one.ask('Hello?')
    await two.ask('Hello?')
    expect(one.answer?.threadId).toMatch(/^[0-9a-f]{32}$/)
    expect(two.answer?.threadId).not.toBe(one.answer?.threadId)
  })

  test('replaces an answer when it asks for another', async () => {
    server.answers([{ text: 'Hello.' }, { text: 'Bad answer.' }, { text: 'Good answer.' }])
    const chat = await open()
    await chat.ask('Hello?')
    await chat.ask('Where is the key?')
    const before = chat.answer
    await chat.regenerate()
    expect(chat.error).toBeUndefined()
    expect(chat.answer).toMatchObject({ text: 'Good answer.', threadId: before?.threadId, finished: true })
    const stored = (await server.turns(before?.threadId)).map(({ answer }) => answer)
    // AI SDK 4 has no word for it: its reload is the same question again.
    expect(stored).toEqual(
      client.protocol === 'v2' ? ['Hello.', 'Good answer.'] : ['Hello.', 'Bad answer.', 'Good answer.'],
    )
  })

  test('is told of a failure in the middle, keeps what it had, and can go on in the thread', async () => {
    server.answers([
      { text: ['It is ', 'half ', 'done.'], error: new Error('upstream secret'), errorAfterDeltas: 2 },
      { text: 'Now it works.' },
    ])
    const chat = await open()
    await chat.ask('Is it done?')
    // Readers hear nothing of the model: the request id leads the operator to it.
    expect(chat.error?.message).toMatch(
      /^This is not available\. Tell the people who run this site, and give them the request ID [\w-]+\.$/,
    )
    expect(chat.answer).toMatchObject({ text: expect.stringMatching(/^It is half ?$/), finished: false })
    const { threadId } = chat.answer ?? {}
    expect(await server.turns(threadId)).toMatchObject([{ outcome: 'failed' }])
    await chat.ask('And now?')
    expect(chat.error).toBeUndefined()
    expect(chat.answer).toMatchObject({ text: 'Now it works.', threadId, finished: true })
  })

  test('stops the call of the model when it stops, and the thread keeps what was said', async () => {
    server.answers([{ text: ['It is ', 'half ', 'done.'], hang: true, errorAfterDeltas: 2 }])
    const stopped = server.model.stopped
    const chat: Chat = await open(({ text }) => {
      if (text.startsWith('It is')) chat.stop()
    })
    await chat.ask('Is it done?')
    const { abortSignal } = server.model.calls.at(-1) ?? {}
    if (abortSignal?.aborted === false) await once(abortSignal, 'abort')
    await vi.waitFor(async () => {
      expect(server.model.stopped).toBeGreaterThan(stopped)
      expect(await server.turns(chat.answer?.threadId)).toMatchObject([
        { outcome: 'aborted', answer: expect.stringContaining('It is') },
      ])
    })
    expect(chat.error).toBeUndefined()
    expect(chat.answer?.finished).toBe(false)
  })

  test('shows the text of a reply that is an error from the beginning', async () => {
    const chat = await open(undefined, 'svc_dsc_unknown')
    await chat.ask('Hello?')
    expect(chat.error?.message).toContain('"code":"unauthorized"')
    expect(chat.answer).toBeUndefined()
  })
})

test('the clients are the releases that they are called', () => {
  const require = createRequire(import.meta.url)
  const releases = {
    'ai-v4-first': '4.1.15',
    'ai-v4': '4.3.19',
    'ai-v5-first': '5.0.0',
    'ai-v5-216': '5.0.216',
    'ai-v5-277': '5.0.277',
    'ai-v6-first': '6.0.0',
    'ai-v6-230': '6.0.230',
    'ai-v6-326': '6.0.326',
    'ai-v7-31': '7.0.31',
    ai: '7.0.173',
  }
  const versions = Object.keys(releases).map((name) => require(`${name}/package.json`))
  expect(versions.map(({ version }) => version)).toEqual(Object.values(releases))
  // What AI SDK 4 reads replies with is a package of its own.
  const [first, last] = versions
  expect(first.dependencies['@ai-sdk/ui-utils']).toBe(
    require('@ai-sdk/ui-utils-v4-first/package.json').version,
  )
  expect(last.dependencies['@ai-sdk/ui-utils']).toBe(require('@ai-sdk/ui-utils-v4/package.json').version)
})
