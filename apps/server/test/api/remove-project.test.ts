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
const ids = async (path: string) =>
  (await asOwner('GET', path)).body.projects.map(({ id }: { id: string }) => id)

test('a project is removed and restored with its settings, and both are in the audit log', async () => {
  const repository = `file://${server.repository}`
  const draft = { id: 'handbook', name: 'Handbook', repository, models: { assistant: 'test:model' } }
  expect((await asOwner('POST', '/api/projects', draft)).status).toBe(201)
  const before = (await asOwner('GET', '/api/projects/handbook')).body

  expect(await asOwner('DELETE', '/api/projects/handbook')).toMatchObject({
    status: 200,
    body: { id: 'handbook', disabled: true },
  })
  expect(await ids('/api/projects')).not.toContain('handbook')
  for (const [method, path] of [
    ['GET', '/api/projects/handbook'],
    ['DELETE', '/api/projects/handbook'],
    ['GET', '/site/handbook/'],
  ] as const)
    expect([path, (await asOwner(method, path)).status]).toEqual([path, 404])
  expect((await asOwner('GET', '/api/removed-projects')).body.projects).toEqual([
    { id: 'handbook', name: 'Handbook', readFrom: repository },
  ])
  const again = await asOwner('POST', '/api/projects', draft)
  expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('was removed') } })

  const restored = await asOwner('POST', '/api/removed-projects/handbook/restore')
  expect(restored).toMatchObject({ status: 200, body: { id: 'handbook', disabled: false } })
  const { index: _, ...settings } = before
  expect((await asOwner('GET', '/api/projects/handbook')).body).toMatchObject(settings)
  expect(await ids('/api/removed-projects')).toEqual([])
  expect((await asOwner('POST', '/api/removed-projects/handbook/restore')).status).toBe(404)

  const log = (await asOwner('GET', '/api/audit')).body.entries.map(
    ({ action, target }: { action: string; target: string }) => `${action} ${target}`,
  )
  expect(log).toEqual(expect.arrayContaining(['project.remove handbook', 'project.restore handbook']))
})

test('a project of the file is refused', async () => {
  const refused = await asOwner('DELETE', '/api/projects/docs')
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('docent.config.ts') },
  })
})
