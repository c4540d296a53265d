import { defined } from '@docent/core/plugin'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

const BAD = 'One thing. Add `--never-heard-of` now. Done.'

let server: TestServer
let owner: TestSession
let key: string
let calls = 0
beforeAll(async () => {
  const model = scriptedModel(() => ({ text: ++calls % 2 === 1 ? BAD : 'it, Docent says. Done.' }))
  const provider = scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' })
  server = await startTestServer({ models: provider })
  owner = await signIn(server, 'owner')
})
afterAll(() => server[Symbol.asyncDispose]())

const asOwner = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key: null, headers: owner.headers, ...defined({ body }) })

async function answered(version: 'v1' | 'v2'): Promise<{ text: string; raw: string }> {
  calls = 0
  const { text: raw } = await server.call('POST', `/discovery/${version}/assistant/handbook/message`, {
    key,
    body: {
      fp: 'ann',
      messages: [
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'What now?' }], content: 'What now?' },
      ],
    },
  })
  const texts =
    version === 'v1'
      ? raw.split('\n').flatMap((line) => (line.startsWith('0:') ? [JSON.parse(line.slice(2))] : []))
      : [...raw.matchAll(/^data: (\{.*\})$/gm)].flatMap(([, data = '']) => JSON.parse(data).delta ?? [])
  return { text: texts.join(''), raw }
}

describe('the grounding of a project', () => {
  it('is changed by its owner, and holds for both streams at once', async () => {
    const path = '/api/projects/handbook'
    const draft = {
      id: 'handbook',
      repository: `file://${server.repository}`,
      models: { assistant: 'test:model' },
    }
    expect((await asOwner('POST', '/api/projects', draft)).status).toBe(201)
    const asking = { kind: 'assistant', name: 'Site', projectIds: ['handbook'] }
    key = (await asOwner('POST', '/api/keys', asking)).body.key
    expect((await asOwner('GET', path)).body.assistant).toEqual({ grounding: 'annotate' })
    expect((await answered('v2')).text).toBe(BAD)

    const strict = await asOwner('PATCH', path, { assistant: { grounding: 'strict' } })
    expect(strict).toMatchObject({ status: 200, body: { assistant: { grounding: 'strict' } } })
    for (const version of ['v1', 'v2'] as const) {
      const { text, raw } = await answered(version)
      expect(text).toMatch(/^One thing\. Add \(…\) Done\.\n\nDocent removed/)
      expect(raw).toContain('"removed":[{"text":"--never-heard-of","kind":"flag","by":"strict"}]')
    }

    await asOwner('PATCH', path, { assistant: { grounding: 'repair' } })
    for (const version of ['v1', 'v2'] as const)
      expect((await answered(version)).text).toBe('One thing. Add it, Docent says. Done.')

    await asOwner('PATCH', path, { assistant: { grounding: 'off' } })
    const { text, raw } = await answered('v1')
    expect(text).toBe(BAD)
    expect(raw).not.toContain('grounding')

    await asOwner('PATCH', path, { assistant: { grounding: null } })
    expect((await asOwner('GET', path)).body.assistant).toEqual({ grounding: 'annotate' })
    const wrong = await asOwner('PATCH', path, { assistant: { grounding: 'loud' } })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'assistant.grounding'])
  })
})
