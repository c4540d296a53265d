import { DocentError, type LimitRequest, MemoryRateLimiter, type RateLimiter } from '@docent/core/plugin'
import { expect, test } from 'vitest'
import { startTestServer } from '../start-test-server.ts'

/** A shared limiter that can be made silent, as a frozen Redis is. */
class SilentLimiter implements RateLimiter {
  readonly #counts = new MemoryRateLimiter({ now: Date.now })
  isSilent = false
  async take(requests: readonly LimitRequest[]) {
    if (!this.isSilent) return this.#counts.take(requests)
    throw new DocentError('unavailable', 'Redis at 10.0.0.7:6379 does not answer.', { isRetryable: true })
  }
}

async function serve(project: { spendUsdPerMonth?: number } = {}) {
  const limiter = new SilentLimiter()
  const log: { msg: string; reason?: string }[] = []
  const server = await startTestServer({ limiter, project, onLog: (line) => log.push(JSON.parse(line)) })
  const createJob = async () => {
    const body = { prompt: 'Look at the pages' }
    return (await server.call('POST', '/v2/agent/docs/job', { body })).body.id as string
  }
  const job = async (id: string) => (await server.call('GET', `/v2/agent/docs/job/${id}`)).body
  return { limiter, log, server, createJob, job }
}

test('while the shared limiter is silent, the agent and readers go on, and each process counts alone', async () => {
  const { limiter, log, server, createJob, job } = await serve()
  await using _ = server
  limiter.isSilent = true
  const id = await createJob()
  await expect.poll(() => job(id), { timeout: 60_000 }).toMatchObject({ status: 'completed' })
  expect(log.filter(({ msg }) => msg.includes('waits'))).toEqual([])
  const body = { query: 'docs' }
  const reply = await server.call('POST', '/discovery/v1/search/docs', { body })
  expect(reply.status).toBe(200)
  const ready = await server.call('GET', '/health/ready')
  expect([ready.status, ready.body.status]).toEqual([200, 'degraded'])
})
