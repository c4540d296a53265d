import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageAddingModels } from '../clients/agent-script.ts'
import { all, post } from '../clients/read-stream.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

describe.runIf(hasChromium())('the page of a local pull request', () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await startTestServer({ models: pageAddingModels() })
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  /** Link of a pull request that the agent opened. */
  async function openPull(): Promise<string> {
    const body = { messages: [{ content: 'Add a guide <script>alert(1)</script>' }] }
    await using run = await post(`${server.url}/v1/agent/docs/job`, server.adminKey, body)
    await all(run.lines)
    const job = await server.call('GET', `/v2/agent/docs/job/${run.reply.headers.get('x-session-id')}`)
    return job.body.prLink
  }

  test('shows title and diff as text, styled, under a policy that it keeps to', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    const reply = await page.goto(await openPull())
    expect(reply?.status()).toBe(200)
    expect(reply?.headers()['content-security-policy']).toContain("default-src 'none'")
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Add a guide')
    await page.getByText('guide.mdx').first().waitFor()
    await page.getByText('Say <b>hello</b> & "goodbye".').first().waitFor()
    const font = await page.locator('body').evaluate((body) => {
      const view = Reflect.get(globalThis, 'getComputedStyle') as (of: unknown) => { fontFamily: string }
      return view(body).fontFamily
    })
    expect(font).toContain('system-ui')
    expect(complaints).toEqual([])
  })

  test('is not found under a token that was guessed', async (context) => {
    const { page } = await openPage(browser, context)
    const link = await openPull()
    const reply = await page.goto(link.replace(/[^/]+$/, 'a'.repeat(32)))
    expect(reply?.status()).toBe(404)
  })
})
