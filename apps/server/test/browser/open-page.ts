import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { TestContext } from 'vitest'

export interface OpenedPage {
  readonly page: Page
  /** What the browser complained of: errors in the console, scripts that threw, violations of the page's policy. */
  readonly complaints: readonly string[]
}

/** Longest wait for what a page is to show: a busy machine is slow, and a page that never shows it fails all the same. */
const WAIT_MS = 90_000

/** A page with a profile of its own. It is closed after the test; of a test that failed a picture is kept. */
export async function openPage(
  browser: Browser,
  { task, onTestFinished }: TestContext,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  onTestFinished(async () => {
    if (task.result?.state === 'fail') {
      const path = join(await mkdtemp(join(tmpdir(), 'docent-browser-')), 'page.png')
      await page.screenshot({ path, fullPage: true })
      console.error(`${task.name}: the page as it was: ${path}\n${complaints.join('\n')}`)
    }
    await context.close()
  })
  return { page, complaints }
}
