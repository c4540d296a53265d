import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent } from './simulated-docent.ts'

const VARIANTS = {
  versions: [
    { name: '3.1', label: '3.1', isCurrent: true },
    { name: 'current', label: 'next', isCurrent: false },
    { name: '2.0', label: '2.0', isCurrent: false },
  ],
  languages: [
    { name: 'fr', label: 'français' },
    { name: 'ja', label: '日本語' },
  ],
  page: { version: null, language: null },
}

describe('a site with versions and languages', needs(CHROMIUM), () => {
  let browser: Browser
  let docent: SimulatedDocent

  beforeAll(async () => {
    docent = await simulateDocent()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await docent?.[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    docent.asked.length = 0
    docent.variants = VARIANTS
  })

  const ask = async (page: Page, question: string) => {
    const number = docent.asked.length + 1
    await page.getByRole('textbox', { name: 'Ask a question…' }).fill(question)
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: 'This helped' })
      .nth(number - 1)
      .waitFor()
  }

  test.for([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('has pickers for both, at %i px, %s', async ([width, colorScheme], context) => {
    await using site = await serveSite(docent.url, {})
    const options = { viewport: { width, height: 860 }, colorScheme }
    const { page, complaints } = await openPage(browser, context, options)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    const version = page.getByRole('combobox', { name: 'Version' })
    const language = page.getByRole('combobox', { name: 'Language' })
    await version.waitFor()
    expect(await version.inputValue()).toBe('3.1')
    expect(await version.getByRole('option').allTextContents()).toEqual(['3.1', 'next', '2.0'])
    expect(await language.getByRole('option').allTextContents()).toEqual([
      'All languages',
      'français',
      '日本語',
    ])
    await ask(page, 'How do I start?')
    expect(docent.asked[0]?.filter).toEqual({})
    await version.selectOption('2.0')
    await language.selectOption('fr')
    await ask(page, 'And in this one?')
    expect(docent.asked[1]).toMatchObject({
      filter: { version: '2.0', language: 'fr' },
      threadId: 'thread-1',
    })
    await picture(page, `variants-${width}-${colorScheme}`)
    await expectNoViolations(page)
    expect(complaints).toEqual([])
  })

  test('begins with the version of the page, or the one that the site names', async (context) => {
    docent.variants = { ...VARIANTS, page: { version: '2.0', language: null } }
    for (const [attributes, shown] of [
      ['', '2.0'],
      ['version="current"', 'current'],
    ] as const) {
      await using site = await serveSite(docent.url, { attributes })
      const { page } = await openPage(browser, context)
      await page.goto(site.url)
      await page.getByRole('button', { name: 'Ask AI' }).click()
      const version = page.getByRole('combobox', { name: 'Version' })
      await version.waitFor()
      expect(await version.inputValue()).toBe(shown)
    }
  })

  test('has no pickers where there is nothing to choose', async (context) => {
    docent.variants = { versions: [], languages: [], page: { version: null, language: null } }
    await using site = await serveSite(docent.url, {})
    const { page } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await ask(page, 'How do I start?')
    expect(await page.getByRole('combobox').count()).toBe(0)
  })
})
