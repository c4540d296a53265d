import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageAddingModels } from '../clients/agent-script.ts'
import { all, post } from '../clients/read-stream.ts'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

describe('the page of a local pull request', needs(CHROMIUM), () => {
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
  async function openPull(on = server): Promise<string> {
    const body = { messages: [{ content: 'Add a guide <script>alert(1)</script>' }] }
    await using run = await post(`${on.url}/v1/agent/docs/job`, on.adminKey, body)
    await all(run.lines)
    const job = await on.call('GET', `/v2/agent/docs/job/${run.reply.headers.get('x-session-id')}`)
    return job.body.prLink
  }

  test('shows title and diff as text, styled, under a policy that it keeps to', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    const reply = await page.goto(await openPull())
    expect(reply?.status()).toBe(200)
    expect(reply?.headers()['content-security-policy']).toContain("default-src 'none'")
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Add guide')
    await page.getByText('guide.mdx').first().waitFor()
    await page.getByText('Say <b>hello</b> & "goodbye".').first().waitFor()
    const font = await page.locator('body').evaluate((body) => {
      const view = Reflect.get(globalThis, 'getComputedStyle') as (of: unknown) => { fontFamily: string }
      return view(body).fontFamily
    })
    expect(font).toContain('system-ui')
    expect(complaints).toEqual([])
  })

  test('shows a changed page as its readers will see it, in a frame that runs nothing', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    await page.goto(await openPull())
    const frame = page.frameLocator('iframe[title="After: guide.mdx"]')
    await frame.getByRole('heading', { level: 1, name: 'Guide' }).waitFor()
    expect(await frame.locator('.content b, .content strong').first().textContent()).toBe('hello')
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(complaints).toEqual([])
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, 'pull.png'), fullPage: true })
  })

  test('shows both sides of a long page where it changes, and marks what changed', async (context) => {
    const sections = Array.from({ length: 40 }, (_, n) => `## Step ${n}\n\nTurn the handle ${n} times.\n`)
    const path = 'long.md'
    const docs = { [path]: `# Long\n\n${sections.join('\n')}` }
    const content = docs[path]?.replace('handle 30 times.', 'handle 31 times.') ?? ''
    await using other = await startTestServer({ docs, models: pageAddingModels({ path, content }) })
    const { page, complaints } = await openPage(browser, context)
    await page.goto(await openPull(other))
    // The page itself does not move for its frames.
    await page.frameLocator('iframe').first().locator('.changed').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    // A browser draws frames that are in view.
    await page.getByTitle(`After: ${path}`).scrollIntoViewIfNeeded()
    for (const [side, text] of [
      ['Before', 'Turn the handle 30 times.'],
      ['After', 'Turn the handle 31 times.'],
    ]) {
      const changed = page.frameLocator(`iframe[title="${side}: ${path}"]`).locator('.changed')
      expect(await changed.allTextContents()).toEqual([text])
      const inFrame = async () => {
        const [text, frame] = [
          await changed.boundingBox(),
          await page.getByTitle(`${side}: ${path}`).boundingBox(),
        ]
        return text !== null && frame !== null && text.y > frame.y && text.y < frame.y + frame.height / 2
      }
      await expect.poll(inFrame, { timeout: 60_000 }).toBe(true)
    }
    expect(complaints).toEqual([])
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, 'long-pull.png') })
  })

  test('is not found under a token that was guessed', async (context) => {
    const { page } = await openPage(browser, context)
    const link = await openPull()
    const reply = await page.goto(link.replace(/[^/]+$/, 'a'.repeat(32)))
    expect(reply?.status()).toBe(404)
  })

  test('lets an editor merge what they have seen, and nobody else', async (context) => {
    const { page } = await openPage(browser, context)
    const link = await openPull()
    await page.goto(link)
    const button = page.getByRole('button', { name: 'Merge pull request' })
    expect(await button.count()).toBe(0)
    const back = page.getByRole('link', { name: /^← Jobs of / })
    expect(await back.count()).toBe(0)
    const viewer = await signIn(server, 'viewer')
    await useSession(page, viewer.cookie)
    await page.goto(link)
    expect(await button.count()).toBe(0)
    expect(await back.getAttribute('href')).toMatch(/^\/dashboard\/default\/[^/]+\/jobs$/)
    const editor = await signIn(server, 'editor')
    await useSession(page, editor.cookie)
    await page.goto(link)
    const token = await page.locator('input[name=token]').inputValue()
    const post = (fields: Record<string, string>, headers: Record<string, string>) =>
      fetch(`${link}/merge`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers,
        redirect: 'manual',
      })
    const { cookie } = editor
    expect((await post({ head: 'a'.repeat(40), token }, { cookie })).status).toBe(409)
    expect((await post({ head: 'x', token: 'wrong' }, { cookie })).status).toBe(403)
    expect((await post({ head: 'x', token }, { cookie, origin: 'https://elsewhere.test' })).status).toBe(403)
    expect((await post({ head: 'x', token }, {})).status).toBe(401)
    expect((await post({ head: 'x', token }, { cookie: viewer.cookie })).status).toBe(403)
    await button.click()
    await page.getByText('merged', { exact: true }).waitFor()
    expect(await button.count()).toBe(0)
    expect((await post({ head: 'a'.repeat(40), token }, { cookie })).status).toBe(409)
  })
})

async function useSession(page: Page, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().clearCookies()
  await page.context().addCookies([{ name, value, url: page.url() }])
}
