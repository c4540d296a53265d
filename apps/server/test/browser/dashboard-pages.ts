import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import type { TestServer } from '../start-test-server.ts'
import { openPage } from './open-page.ts'

/** Where the pictures of a run are kept, to be looked at. */
const PICTURES = process.env.DOCENT_PICTURES || join(tmpdir(), 'docent-pictures')

/** The two ends of what people use: a telephone at night, and a desk by day. */
export const SCREENS = [
  { name: '390 dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: '1440 light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const

/** A page of the dashboard for a session, with what the browser complained of. */
export async function openDashboard(
  browser: Browser,
  context: TestContext,
  server: TestServer,
  cookie: string,
  screen: (typeof SCREENS)[number] = SCREENS[1],
) {
  const { viewport, colorScheme } = screen
  const opened = await openPage(browser, context, { viewport, colorScheme })
  const [name = '', value = ''] = cookie.split('=')
  await opened.page.context().addCookies([{ name, value, url: server.url }])
  return opened
}

/** Waits until the page has its title and nothing loads. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 30_000 })
  // A function of the browser would be made from text, which the policy of the page forbids.
  await expect.poll(() => page.locator('.loading').count(), { timeout: 60_000 }).toBe(0)
}

/** @see https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, what).toEqual([])
}

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `dashboard-${name.replaceAll(' ', '-')}.png`) })
}
