import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'
import type { TestServer } from '../start-test-server.ts'
import { openPage } from './open-page.ts'

/** Where the pictures of a run are kept, to be looked at; without it there are none. */
const { PICTURES } = process.env

/** The two ends of what people use: a telephone and a desk. Each is looked at by day and at night. */
export const SCREENS = [
  { name: '390', viewport: { width: 390, height: 844 } },
  { name: '1440', viewport: { width: 1440, height: 900 } },
] as const

/** A page of the dashboard for a session, with what the browser complained of. */
export async function openDashboard(
  browser: Browser,
  context: TestContext,
  server: TestServer,
  cookie: string,
  screen: (typeof SCREENS)[number] = SCREENS[1],
) {
  const { viewport } = screen
  const opened = await openPage(browser, context, { viewport, colorScheme: 'light' })
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
  await expectNoViolation(axeOf(page), what)
}

/**
 * Keeps a picture of the page in light and in dark, and expects that everybody can use it in both. The themes share one
 * document, so the second one is asked for its colours alone.
 */
export async function expectAccessibleInBothThemes(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await picture(page, `${what} light`)
  await expectAccessible(page, `${what} light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, `${what} dark`)
  await expectNoViolation(axeOf(page).withRules('color-contrast'), `${what} dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** In the page itself: it has no frames, and another page for each result takes as long as the rules. */
function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

async function expectNoViolation(axe: AxeBuilder, what: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, what).toEqual([])
}

export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `dashboard-${name.replaceAll(' ', '-')}.png`) })
}
