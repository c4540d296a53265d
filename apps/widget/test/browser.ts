import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { findChromium } from '@docent/simulators/services'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, type TestContext } from 'vitest'

const PATH = findChromium() ?? 'chromium'

/** Where the pictures of a run are kept, to be looked at; without it there are none. */
const { PICTURES } = process.env

export function launchChromium(): Promise<Browser> {
  const args = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
    // A site that is not on this machine, as far as the browser knows: one without HTTPS is no secure context.
    '--host-resolver-rules=MAP *.test 127.0.0.1',
  ]
  // The tests may run as root, where Chromium's sandbox does not start.
  return chromium.launch({ executablePath: PATH, chromiumSandbox: false, args, timeout: 120_000 })
}

/** Longest wait for what a page is to show: a busy machine is slow, and a page that never shows it fails all the same. */
const WAIT_MS = 90_000

/** A page with a profile of its own, closed after the test, and what the browser complained of. */
export async function openPage(
  browser: Browser,
  { onTestFinished }: TestContext,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  onTestFinished(() => context.close())
  return { page, complaints }
}

/** @see https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include('docent-assistant').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

export async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}
