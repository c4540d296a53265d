import { httpClaims } from '@docent/claims-http'
import { projectId } from '@docent/core/plugin'
import { type ClaimsWire, claimsWire } from '@docent/simulators'
import { CHROMIUM } from '@docent/simulators/services'
import { indexedPage, MemoryRetriever, needs, scriptedModel, scriptedProvider } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, openDashboard, picture, SCREENS, settled } from './dashboard-pages.ts'
import { openPage } from './open-page.ts'

const TRUE_CLAIM = 'Start the server with the command docent serve.'
const FALSE_CLAIM = 'Elephants paint every blue submarine twice.'

describe('claims of an answer in the playground', needs(CHROMIUM), () => {
  let checker: ClaimsWire
  let server: TestServer
  let browser: Browser
  let owner: TestSession

  beforeAll(async () => {
    checker = await claimsWire('docent')
    const model = scriptedModel(() => ({
      text: `${TRUE_CLAIM.slice(0, -1)} [1].\n\n${FALSE_CLAIM}`,
    }))
    const retriever = new MemoryRetriever()
    const writer = await retriever.begin(projectId('docs'))
    await writer.write([indexedPage({ path: '/starting', title: 'Starting', texts: [TRUE_CLAIM] })])
    await writer.commit('r1')
    server = await startTestServer({
      retriever,
      models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
      morePlugins: [
        httpClaims({ url: `${checker.origin}/check`, name: 'a-checker', timeoutMs: 3_000, attempts: 2 }),
      ],
      project: { assistant: { claims: { by: 'checker', threshold: 0.3 } } },
    })
    browser = await launchChromium()
    owner = await signIn(server, 'owner')
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
    await checker?.close()
  })

  test.for(SCREENS)('come when they are checked, at $name', async (screen, context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, screen)
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await settled(page)
    checker.plant({ kind: 'silent' })
    await page.getByRole('textbox').first().fill('How do I start the server?')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Claims' }).click()
    await page.getByText('Checking the sentences of this answer').waitFor()
    await expectAccessibleInBothThemes(page, `claims wait ${screen.name}`)
    const claims = page.getByRole('tabpanel', { name: 'Claims' })
    await claims.getByText('1 of 2 sentences are supported').waitFor()
    await claims.getByText(`“${FALSE_CLAIM}” not supported`).waitFor()
    await claims.getByText('Supported sentences').click()
    await claims.getByRole('link').first().waitFor()
    await claims.scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page, `claims playground ${screen.name}`)
    expect(complaints).toEqual([])
  })

  test('reach the reader of a page with the widget', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    await page.route(`${server.url}/a-page`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">
<docent-assistant domain="docs" key="${server.assistantKey}"></docent-assistant>
<script src="${server.url}/widget/latest/docent.js"></script></html>`,
      }),
    )
    checker.plant({ kind: 'silent' })
    await page.goto(`${server.url}/a-page`)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox', { name: 'Ask a question…' }).fill('How do I start the server?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    expect(await page.getByText('Not supported by the documentation').count()).toBe(0)
    await page.getByText('Not supported by the documentation (1/2)').click()
    await page.getByRole('listitem').getByText(FALSE_CLAIM).waitFor()
    await picture(page, 'claims for a reader')
    await page.getByRole('link', { name: '1: Starting' }).hover()
    await page.getByRole('tooltip').getByText(TRUE_CLAIM).waitFor()
    expect(complaints).toEqual([])
  })

  test('are asked for until they cannot come any more, and not while another tab is open', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    const reads: string[] = []
    page.on('request', (request) => {
      if (/\/conversations\/[^/]+$/.test(request.url())) reads.push(request.url())
    })
    await page.clock.install()
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await settled(page)
    const checked = checker.requests.length
    for (let attempt = 0; attempt < 2; attempt++) checker.plant({ kind: 'status', status: 500 })
    await page.getByRole('textbox').first().fill('How do I start the server?')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Claims' }).click()
    await expect.poll(() => checker.requests.length - checked, { timeout: 20_000 }).toBe(2)
    await expect.poll(() => reads.length, { timeout: 20_000 }).toBeGreaterThan(2)
    await page.getByRole('tab', { name: 'Figures' }).click()
    await page.getByText('First text').waitFor()
    await page.clock.runFor(1_000)
    const before = reads.length
    await page.clock.runFor(20_000)
    expect(reads.length).toBe(before)
    await page.getByRole('tab', { name: 'Claims' }).click()
    await page.clock.fastForward(60_000)
    await page.getByText('The sentences could not be checked.').waitFor()
    await expectAccessibleInBothThemes(page, 'claims unchecked 1440')
    const asked = reads.length
    await page.clock.runFor(20_000)
    expect(reads.length).toBe(asked)
    expect(complaints).toEqual([])
  })

  test('have no place where nobody checks them', async (context) => {
    await using plain = await startTestServer({})
    const someone = await signIn(plain, 'owner')
    const { page } = await openDashboard(browser, context, plain, someone.cookie)
    await page.goto(`${plain.url}/dashboard/default/docs/assistant`)
    await settled(page)
    await page.getByRole('textbox').first().fill('How do I start?')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Figures' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Claims' }).count()).toBe(0)
  })
})
