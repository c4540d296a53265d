import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
afterEach(() => server[Symbol.asyncDispose]())

test('a request begins an automation that allows it, with a key of the project that may write', async () => {
  server = await startTestServer({
    project: {
      automations: [
        { id: 'changelog', on: { event: 'api' }, prompt: 'Write the changelog.', runsPerDay: 2 },
        { id: 'weekly', on: { schedule: '0 6 * * 1' }, prompt: 'Look for broken links.' },
      ],
    },
  })
  const trigger = (id: string, body?: unknown, key?: string | null, project = 'docs') =>
    server.call('POST', `/v1/workflow/${project}/${id}/trigger`, {
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
    })
  const { status, body } = await trigger('changelog', { release: 'v1.2' })
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { schemaId: 'changelog', instanceId: expect.any(String), jobId: expect.any(String) },
  })
  expect((await trigger('changelog', [])).status).toBe(202)
  expect((await trigger('changelog', '"text"')).status).toBe(409)
  expect((await trigger('weekly', {})).status).toBe(404)
  expect((await trigger('other', {})).status).toBe(404)
  expect((await trigger('changelog', {}, 'nothing')).status).toBe(401)
  expect((await trigger('changelog', {}, server.assistantKey)).status).toBe(403)
  expect((await trigger('changelog', {}, undefined, 'other')).status).toBe(404)
  const job = await server.call('GET', `/v2/agent/docs/job/${body.jobId}/messages`)
  expect(job.text).toContain('Write the changelog')
})
