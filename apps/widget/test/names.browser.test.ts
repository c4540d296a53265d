import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent, streamAnswer } from './simulated-docent.ts'

const ANSWER = [
  'Start it with `docent serve --http-onli`, or set `DOCENT_WORKERZ`:\n\n```sh\nDOCENT_WORKERZ=4 docent serve --http-onli\n```\n',
]
const NAMES = [
  { text: '--http-onli', kind: 'flag', verdict: 'invented', suggestion: '--http-only' },
  { text: 'DOCENT_WORKERZ', kind: 'env', verdict: 'invented' },
  { text: 'docent serve', kind: 'call', verdict: 'cited' },
]

describe('names that the documentation does not have', needs(CHROMIUM), () => {
  let browser: Browser
  let docent: SimulatedDocent

  beforeAll(async () => {
    docent = await simulateDocent()
    docent.answer = (res) => streamAnswer(res, ANSWER, undefined, { grounding: { names: NAMES, counts: {} } })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await docent?.[Symbol.asyncDispose]()
  })

  test.for([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)(
    'are underlined, and named below the answer, at %i px, %s',
    async ([width, colorScheme], context) => {
      await using site = await serveSite(docent.url, {})
      const { page, complaints } = await openPage(browser, context, {
        viewport: { width, height: 860 },
        colorScheme,
      })
      await page.goto(site.url)
      await page.getByRole('button', { name: 'Ask AI' }).click()
      await page.getByRole('textbox', { name: 'Ask a question…' }).fill('How do I start?')
      await page.keyboard.press('Enter')
      const note = page.getByRole('note')
      await note.waitFor()
      expect(await note.textContent()).toContain('--http-only')
      const marked = page.locator('mark')
      await expect.poll(() => marked.count()).toBeGreaterThanOrEqual(4)
      const texts = await marked.allTextContents()
      expect(texts.join('').replaceAll('--http-onli', '').replaceAll('DOCENT_WORKERZ', '')).toBe('')
      await picture(page, `widget-names-${width}-${colorScheme}`)
      await expectNoViolations(page)
      expect(complaints).toEqual([])
    },
  )
})
