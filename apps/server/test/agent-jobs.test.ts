import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the agent API', () => {
  it('creates a job, answers it by its id, and lists it', async () => {
    const created = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Fix the typos' } })
    expect(created.status).toBe(201)
    expect(Object.keys(created.body).sort()).toEqual(
      ['archivedAt', 'createdAt', 'id', 'model', 'prLink', 'source', 'status'].sort(),
    )
    const read = await server.call('GET', `/v2/agent/docs/job/${created.body.id}`)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ id: created.body.id, source: created.body.source })
    const list = await server.call('GET', '/v2/agent/docs/jobs')
    expect(list.body.jobs.map((job: { id: string }) => job.id)).toEqual([created.body.id])
  })
})
