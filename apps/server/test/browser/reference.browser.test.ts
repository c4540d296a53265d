import AxeBuilder from '@axe-core/playwright'
import { CHROMIUM } from '@docent/simulators/services'
import { needs, scriptedModel, scriptedProvider } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Models that say a few words and then nothing, until they are stopped. */
function stallingModels() {
  const model = scriptedModel(() => ({
    text: ['First words. ', 'More words. '],
    hang: true,
    errorAfterDeltas: 2,
  }))
  const roles = { agent: 'model', assistant: 'model', sonnet: 'model', opus: 'model' }
  return scriptedProvider('test', { model }, roles)
}

/** Opens the form of an operation, fills it in and sends it. */
async function tryOperation(page: Page, id: string, fields: Record<string, string> = {}) {
  const section = page.locator(`section#${id}`)
  await section.getByRole('button', { name: /^Try it/ }).click()
  for (const [name, value] of Object.entries(fields))
    await section.locator(`[id="${id}-try-${name}"]`).fill(value)
  await section.getByRole('button', { name: 'Send request' }).click()
  return { section, status: section.getByRole('status'), reply: section.locator('.try-form pre') }
}

describe('the API reference', needs(CHROMIUM), () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await startTestServer({ models: stallingModels() })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test.for([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('is accessible and keeps to its policy at %i px, %s', async ([width, colorScheme], context) => {
    const { page, complaints } = await openPage(browser, context)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${server.url}/reference#createAgentJob`)
    await page.locator('#createAgentJob button.try').click()
    const all = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    // Only colours differ between the themes. The page is long: each rule costs a second.
    const { violations } = await (colorScheme === 'light' ? all : all.withRules(COLOUR_RULES)).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
  })

  test('shows a language everywhere once it is chosen, with this server’s address in it', async (context) => {
    const { page } = await openPage(browser, context)
    await page.goto(`${server.url}/reference`)
    const section = page.locator('section#createAgentJob')
    await expect
      .poll(() => section.getByText(`${server.url}/v2/agent/docent/job`).first().isVisible())
      .toBe(true)
    await section.getByText('Python', { exact: true }).click()
    await expect
      .poll(() => page.locator('section#searchDocumentation').getByText('import requests').isVisible())
      .toBe(true)
  })

  test('sends a request with a pasted key, shows its stream as it comes, and keeps the key nowhere', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    await page.goto(`${server.url}/reference`)
    await page.getByLabel('API key to try requests with').fill(server.assistantKey)
    const question = JSON.stringify({
      fp: 'reader',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }],
    })
    const { section, status, reply } = await tryOperation(page, 'answerAssistantMessage', {
      domain: 'docs',
      body: question,
    })
    await expect.poll(() => reply.textContent(), { timeout: 60_000 }).toContain('First words.')
    expect(await status.textContent()).toMatch(/^200 OK · \d+ ms · reading$/)
    await section.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => status.textContent()).toContain('stopped')
    const kept = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
    )
    expect(kept).not.toContain(server.assistantKey)
    expect(complaints).toEqual([])
  })

  test('asks for a key, and says what the server refuses', async (context) => {
    const { page } = await openPage(browser, context)
    await page.goto(`${server.url}/reference`)
    const { section, status, reply } = await tryOperation(page, 'searchDocumentation', { domain: 'docs' })
    await expect.poll(() => status.textContent()).toBe('Paste an assistant key at the top of this page.')
    await page.getByLabel('API key to try requests with').fill('svc_dsc_wrong')
    await section.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => status.textContent()).toMatch(/^401 /)
    expect(await reply.textContent()).toContain('"code": "unauthorized"')
    await section.locator('textarea').fill('{')
    await section.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => status.textContent()).toMatch(/JSON/)
  })

  test('needs no key of people who have signed in', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    const { cookie } = await signIn(server, 'owner')
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: server.url }])
    await page.goto(`${server.url}/reference`)
    await page.getByText('You are signed in as owner').waitFor()
    const listed = await tryOperation(page, 'listProjects')
    await expect.poll(() => listed.reply.textContent()).toContain('"id": "docs"')
    const changed = await tryOperation(page, 'indexProject', { projectId: 'docs' })
    await expect.poll(() => changed.status.textContent()).toMatch(/^202 /)
    // The field begins with a project that is there.
    await page
      .locator('section#searchDocumentation')
      .getByRole('button', { name: /^Try it/ })
      .click()
    const domain = page.locator('[id="searchDocumentation-try-domain"]')
    await expect.poll(() => domain.inputValue()).toBe('docs')
    const search = page.locator('section#searchDocumentation')
    await search.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => search.getByRole('status').textContent()).toMatch(/^200 OK · \d+ ms$/)
    await domain.fill('nothing')
    await search.getByRole('button', { name: 'Send request' }).click()
    await expect
      .poll(() => search.getByRole('status').textContent())
      .toContain('You have no project “nothing”.')
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
  })
})
