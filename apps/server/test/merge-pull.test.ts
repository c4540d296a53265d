import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageAddingModels } from './clients/agent-script.ts'
import { all, post } from './clients/read-stream.ts'
import { signIn } from './sign-in.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** Ends a test that hangs; a merged page is there after about two seconds. */
const PATIENCE = { timeout: 60_000, interval: 100 }

describe('a merge on the page of a local pull request', () => {
  let directory: string
  let source: GitDocsSource
  let server: TestServer

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-merge-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    // Without polling, nothing but the merge can have the page indexed.
    server = await startTestServer({
      ...{ source, models: pageAddingModels(), site: 'public' },
      config: { indexing: { pollMinutes: 0 } },
    })
    await server.running.indexing.settled()
  })

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('counts, and shows the new page to readers and to the assistant without waiting for the next look', async () => {
    const body = { messages: [{ content: 'Add a guide' }] }
    await using run = await post(`${server.url}/v1/agent/docs/job`, server.adminKey, body)
    await all(run.lines)
    const job = await server.call('GET', `/v2/agent/docs/job/${run.reply.headers.get('x-session-id')}`)
    const link: string = job.body.prLink
    const { cookie } = await signIn(server, 'editor')
    const shown = await (await fetch(link, { headers: { cookie } })).text()
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(shown)?.[1] ?? ''
    expect((await server.call('GET', '/site/docs/guide', { key: null })).status).toBe(404)
    const merged = await fetch(`${link}/merge`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ head: field('head'), token: field('token') }),
      redirect: 'manual',
    })
    expect(merged.status).toBe(303)
    const { body: recorded } = await server.call('GET', `/api/projects/docs/jobs/${job.body.id}`)
    expect(recorded.pullRequest).toMatchObject({ state: 'merged', mergedBy: expect.stringMatching(/./) })
    const { body: overview } = await server.call('GET', '/api/projects/docs/overview')
    // The model of the tests has no price, so that its cost is not known.
    expect(overview.isPriced).toBe(false)
    expect(overview.days.at(-1)).toMatchObject({ jobs: 1, pullRequests: 1, mergedPullRequests: 1 })
    await expect
      .poll(async () => (await server.call('GET', '/site/docs/guide', { key: null })).status, PATIENCE)
      .toBe(200)
    const { body: found } = await server.call('POST', '/discovery/v1/search/docs', {
      body: { query: 'Say hello goodbye' },
    })
    expect(JSON.stringify(found)).toContain('goodbye')
  })
})
