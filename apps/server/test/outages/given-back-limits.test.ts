import { DocentError } from '@docent/core/plugin'
import { MemoryRetriever } from '@docent/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

class Away extends MemoryRetriever {
  isAway = true

  override async search(...args: Parameters<MemoryRetriever['search']>) {
    if (this.isAway) throw new DocentError('unavailable', 'There is no index yet.', { isRetryable: true })
    return super.search(...args)
  }
}

test('questions and searches that the server cannot answer use up no limit', async () => {
  const retriever = new Away()
  const server = await startTestServer({ retriever, config: { limits: { organizationPerHour: 5 } } })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const ask = () =>
    server.call('POST', '/discovery/v2/assistant/docs/message', {
      body: { fp: 'anonymous', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Lantern?' }] }] },
    })
  const search = () => server.call('POST', '/discovery/v1/search/docs', { body: { query: 'lantern' } })
  for (const request of [ask, search]) {
    retriever.isAway = true
    for (let times = 0; times < 8; times++) expect((await request()).status).toBe(503)
    retriever.isAway = false
    const { status, headers } = await request()
    expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining(';r=4;')])
  }
})
