import { DEFAULT_ORGANIZATION } from '@docent/core'
import { Accounts, userId } from '@docent/core/plugin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A stream as a page has it: `next` resolves with the text up to and including what is looked for. */
async function follow(headers: Record<string, string>, query = '') {
  const abort = new AbortController()
  const reply = await fetch(`${server.url}/api/events${query}`, { headers, signal: abort.signal })
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status: reply.status,
    async until(wanted: RegExp): Promise<string> {
      while (!wanted.test(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) throw new Error(`The stream ended before ${wanted}: ${text}`)
        text += value
      }
      return text
    },
    /** Resolves when the server ends the stream. */
    async ended(): Promise<void> {
      for (;;) {
        const read = await reader?.read().catch(() => undefined)
        if (read === undefined || read.done) return
      }
    },
    close: () => abort.abort(),
  }
}

describe('the events of an organization', () => {
  it('tell of jobs, of the index and of the audit log', async () => {
    const { headers } = await signIn(server, 'owner')
    const stream = await follow(headers, '?topics=jobs,audit')
    await stream.until(/event: ready\ndata: {"topics":\["jobs","audit"\]}/)
    const job = await server.call('POST', '/v2/agent/docs/job', { body: { prompt: 'Go' } })
    await stream.until(new RegExp(`event: jobs\\ndata: {"projectId":"docs","id":"${job.body.id}"`))
    const body = { kind: 'admin', name: 'News' }
    await server.call('POST', '/api/keys', { key: null, headers, body })
    await stream.until(/event: audit\ndata: {"id":"[^"]+","action":"key\.create"}/)
    stream.close()
  })

  it('keep the audit log from viewers, and another organization from everybody', async () => {
    const { headers } = await signIn(server, 'viewer')
    const status = async (query: string) => {
      const stream = await follow(headers, query)
      stream.close()
      return stream.status
    }
    expect(await status('?topics=audit')).toBe(403)
    expect(await status('?topics=nonsense')).toBe(400)
    expect(await status('?organization=elsewhere')).toBe(404)
    expect(await status('')).toBe(200)
  })

  it('end when the person signs out', async () => {
    const { headers } = await signIn(server, 'viewer')
    const stream = await follow(headers)
    await stream.until(/event: ready/)
    expect((await server.call('DELETE', '/api/session', { key: null, headers })).status).toBe(204)
    await stream.ended()
  })

  it('end when the person loses the role', async () => {
    const { headers, userId: id } = await signIn(server, 'editor')
    const stream = await follow(headers)
    await stream.until(/event: ready/)
    const accounts = server.running.docent.resolve<Accounts>(Accounts)
    await accounts.removeMember(DEFAULT_ORGANIZATION, userId(id))
    await stream.ended()
  })
})
