import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
let owner: TestSession

beforeAll(async () => {
  server = await startTestServer()
  owner = await signIn(server, 'owner')
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const asOwner = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key: null, headers: owner.headers, ...(body === undefined ? {} : { body }) })

test('context repositories of a stored project are set, kept beside other settings, and taken away', async () => {
  const repository = `file://${server.repository}`
  const draft = { id: 'handbook', repository, models: { assistant: 'test:model' } }
  expect((await asOwner('POST', '/api/projects', draft)).status).toBe(201)
  const path = '/api/projects/handbook'
  expect((await asOwner('GET', path)).body.agent).toEqual({ contexts: [] })

  const contexts = [
    { name: 'sdk', repository, branch: 'main' },
    { name: 'cli', repository, folder: '/src/' },
  ]
  const set = await asOwner('PATCH', path, { agent: { contexts } })
  const kept = [
    { name: 'sdk', repository, branch: 'main', folder: null },
    { name: 'cli', repository, branch: null, folder: 'src' },
  ]
  expect(set).toMatchObject({ status: 200, body: { agent: { contexts: kept } } })
  await asOwner('PATCH', path, { name: 'Handbook' })
  expect((await asOwner('GET', path)).body).toMatchObject({ name: 'Handbook', agent: { contexts: kept } })

  const wrong = await asOwner('PATCH', path, {
    agent: {
      contexts: [
        { name: 'SDK', repository },
        { name: 'b', repository: 'no address' },
      ],
    },
  })
  expect(wrong.status).toBe(400)
  expect(wrong.body.issues.map(({ path }: { path: string }) => path)).toEqual([
    'agent.contexts[0].name',
    'agent.contexts[1].repository',
  ])
  expect((await asOwner('GET', path)).body.agent.contexts).toHaveLength(2)

  expect((await asOwner('PATCH', path, { agent: { contexts: null } })).body.agent).toEqual({ contexts: [] })

  const whole = { ...draft, id: 'whole', agent: { contexts } }
  expect((await asOwner('POST', '/api/projects', whole)).body.agent).toEqual({ contexts: kept })
})
