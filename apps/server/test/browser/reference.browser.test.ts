import AxeBuilder from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { hasChromium, launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

describe.runIf(hasChromium())('the API reference', () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    server = await startTestServer()
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
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
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
})
