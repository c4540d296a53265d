import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '../clients/answering-server.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'
import { type ServedPage, servePage } from './serve-page.ts'

const QUESTION = { fp: 'anonymous', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] }

describe('a script on a page of another origin', needs(CHROMIUM), () => {
  let server: AnsweringServer
  let browser: Browser
  let site: ServedPage

  beforeAll(async () => {
    server = await startAnsweringServer()
    browser = await launchChromium()
    site = await servePage()
  })

  afterAll(async () => {
    await site?.[Symbol.asyncDispose]()
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  /** Methods of the requests that reached the server at a path. */
  const seen = (path: string) =>
    server.log.flatMap((line) => {
      const entry = JSON.parse(line)
      return entry.path === path ? [entry.method] : []
    })

  async function open(context: TestContext): Promise<Page> {
    const { page } = await openPage(browser, context)
    await page.goto(site.origin)
    return page
  }

  test('asks for permission, reads the answer as it comes, and reads the exposed headers', async (context) => {
    const shown = Promise.withResolvers<void>()
    server.answers(async (call) => {
      if (call === 0)
        return { text: 'Let me look. ', toolCalls: [{ toolName: 'search', input: { query: 'key' } }] }
      await shown.promise
      return { text: 'Hello.' }
    })
    const page = await open(context)
    await page.exposeFunction('tellShown', () => shown.resolve())
    const path = '/discovery/v2/assistant/docs/message'
    const read = await page.evaluate(
      async ({ url, key, body }) => {
        const reply = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const decoder = new TextDecoder()
        let text = ''
        for await (const bytes of reply.body ?? []) {
          text += decoder.decode(bytes, { stream: true })
          if (text.includes('look')) Reflect.get(globalThis, 'tellShown')()
        }
        const exposed = ['x-thread-id', 'ratelimit', 'ratelimit-policy', 'x-request-id']
        return { status: reply.status, text, headers: exposed.map((name) => reply.headers.get(name)) }
      },
      { url: server.url + path, key: server.assistantKey, body: QUESTION },
    )
    expect(read.status).toBe(200)
    expect(read.text).toMatch(/data: \[DONE\]\n\n$/)
    expect(read.headers).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringContaining('r='),
      expect.stringContaining('q='),
      null,
    ])
    expect(seen(path)).toEqual(['OPTIONS', 'POST'])
  })

  test('reads why it was refused', async (context) => {
    const page = await open(context)
    const read = await page.evaluate(
      async ({ url, body }) => {
        const reply = await fetch(url, {
          method: 'POST',
          headers: { authorization: 'Bearer svc_dsc_unknown', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return { status: reply.status, problem: await reply.json() }
      },
      { url: `${server.url}/discovery/v2/assistant/docs/message`, body: QUESTION },
    )
    expect(read).toMatchObject({ status: 401, problem: { code: 'unauthorized' } })
  })

  test('cannot use the agent API, not even with an admin key', async (context) => {
    const page = await open(context)
    const path = '/v2/agent/docs/jobs'
    const request = (withKey: boolean) =>
      page.evaluate(
        async ({ url, headers }) => {
          try {
            return (await fetch(url, { headers })).status
          } catch (error) {
            return String(error)
          }
        },
        {
          url: server.url + path,
          headers: withKey ? { authorization: `Bearer ${server.adminKey}` } : ({} as Record<string, string>),
        },
      )
    expect(await request(true)).toMatch(/TypeError: Failed to fetch/)
    expect(seen(path)).toEqual(['OPTIONS'])
    expect(await request(false)).toMatch(/TypeError: Failed to fetch/)
  })
})
