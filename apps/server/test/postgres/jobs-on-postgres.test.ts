import { withPostgres } from '@docent/simulators'
import { postgres } from '@docent/store-postgres'
import { scriptedModel, scriptedProvider } from '@docent/testing'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

withPostgres('a server whose jobs are in PostgreSQL', (database) => {
  test('takes a job, runs it, tells its events and opens its pull request', async () => {
    const model = scriptedModel([
      { toolCalls: [{ toolName: 'write_file', input: { path: 'new.md', content: '# New\n\nA page.\n' } }] },
      { text: 'I wrote a page.' },
    ])
    await using server = await startTestServer({
      stores: [postgres({ url: database().url })],
      models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
    })
    const created = await server.call('POST', '/v2/agent/docs/job', {
      body: { prompt: 'Write a page.' },
      headers: { 'idempotency-key': 'one' },
    })
    expect(created.status).toBe(201)
    const again = await server.call('POST', '/v2/agent/docs/job', {
      body: { prompt: 'Write a page.' },
      headers: { 'idempotency-key': 'one' },
    })
    expect(again.body.id).toBe(created.body.id)

    await expect
      .poll(async () => (await server.call('GET', `/v2/agent/docs/job/${created.body.id}`)).body.status)
      .toBe('completed')
    const done = await server.call('GET', `/v2/agent/docs/job/${created.body.id}`)
    expect(done.body.prLink).toContain('/pull')
    const ready = await fetch(`${server.url}/health/ready`)
    expect(ready.status).toBe(200)
  })
})
