import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent, streamAnswer } from './simulated-docent.ts'

describe('what the widget tells of a page', needs(CHROMIUM), () => {
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
    docent.pageFeedback.length = 0
    docent.views.length = 0
  })

  test.for([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('asks whether the page helped, at %i px, %s', async ([width, colorScheme], context) => {
    await using site = await serveSite(docent.url, { attributes: 'mode="feedback"' })
    const { page, complaints } = await openPage(browser, context, {
      viewport: { width, height: 700 },
      colorScheme,
    })
    await page.goto(site.url)
    await page.getByText('Was this page helpful?').waitFor()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByLabel('What was missing or wrong?').fill('The port.')
    const box = await page.getByLabel('What was missing or wrong?').boundingBox()
    expect(box?.width).toBeGreaterThan(Math.min(460, width - 60))
    await picture(page, `widget-page-feedback-${width}`)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await page.getByText('Thanks for your feedback.').waitFor()
    await expect
      .poll(() => docent.pageFeedback)
      .toEqual([
        { path: site.url, helpful: false },
        { path: site.url, comment: 'The port.' },
      ])
    // Nothing else of the widget is there.
    expect(await page.getByRole('button', { name: 'Ask AI' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('asks anew about each page that the site shows without loading it', async (context) => {
    await using site = await serveSite(docent.url, { attributes: 'mode="feedback"' })
    const { page, complaints } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Thanks for your feedback.').waitFor()
    await page.evaluate("history.pushState({}, '', '/guides/next')")
    await page.getByText('Thanks for your feedback.').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Yes' }).getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('button', { name: 'Yes' }).click()
    const next = new URL('/guides/next', site.url).href
    await expect
      .poll(() => docent.pageFeedback)
      .toEqual([
        { path: site.url, helpful: true },
        { path: next, helpful: true },
      ])
    expect(complaints).toEqual([])
  })

  test('says that feedback did not arrive, and lets the reader send it again', async (context) => {
    await using site = await serveSite(docent.url, { attributes: 'mode="feedback" path="/start"' })
    const { page } = await openPage(browser, context)
    await page.goto(site.url)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('The feedback could not be sent.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Thanks for your feedback.').waitFor()
    expect(docent.pageFeedback).toEqual([{ path: '/start', helpful: true }])
  })

  test('counts views where the site asks for it, also of pages that are shown without loading', async (context) => {
    await using quiet = await serveSite(docent.url)
    await using site = await serveSite(docent.url, { attributes: 'count-views' })
    const { page } = await openPage(browser, context)
    await page.goto(quiet.url)
    await page.getByRole('button', { name: 'Ask AI' }).waitFor()
    await page.goto(`${site.url}?from=mail#words`)
    await expect.poll(() => docent.views).toEqual([{ path: site.url }])
    await page.evaluate("history.pushState({}, '', '/guides/next#there')")
    await page.evaluate("history.replaceState({}, '', '/guides/next?tab=2')")
    const next = new URL('/guides/next', site.url).href
    await expect.poll(() => docent.views.at(-1)).toEqual({ path: next })
    expect(docent.views).toEqual([{ path: site.url }, { path: next }])
  })

  test('counts nobody whose browser asks not to be tracked', async (context) => {
    await using site = await serveSite(docent.url, { attributes: 'count-views' })
    const { page } = await openPage(browser, context)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox').fill('Anyone?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    expect(docent.views).toEqual([])
  })

  test('answers over a slow network, and says meanwhile what it does', async (context) => {
    await using site = await serveSite(docent.url)
    const { page, complaints } = await openPage(browser, context)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    // As on a train: half a second for each way, 20 KB/s.
    const network = { offline: false, latency: 500, downloadThroughput: 20_000, uploadThroughput: 10_000 }
    await session.send('Network.emulateNetworkConditions', network)
    const goOn = Promise.withResolvers<void>()
    docent.answer = (res) =>
      streamAnswer(res, ['One. ', 'Two.'], (at) => (at === 1 ? goOn.promise : Promise.resolve()))
    await page.goto(site.url, { waitUntil: 'commit' })
    // The page can be read before the script is there.
    await page.getByText('Some words that a reader may select.').waitFor()
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox').fill('How?')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('One.', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(true)
    goOn.resolve()
    await page.getByRole('dialog').getByText('One. Two.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('is as light as a page without a ground, unless that page follows the system', async (context) => {
    await using site = await serveSite(docent.url)
    const { page } = await openPage(browser, context, { colorScheme: 'dark' })
    await page.goto(site.url)
    await expect.poll(() => schemeOf(page)).toBe('dark')
    // As most pages, it says nothing of dark systems: the browser draws black on white.
    await page.evaluate("document.querySelector('meta[name=color-scheme]').remove()")
    await page.evaluate("document.body.setAttribute('data-theme', 'light')")
    await expect.poll(() => schemeOf(page)).toBe('light')
  })

  test('is as dark as the page, whatever the system is, and follows its switch', async (context) => {
    const head =
      '<style>body { background: oklch(0.98 0 0); color: #222 } .dark body { background: #1b1b1f; color: #eee }</style>'
    await using site = await serveSite(docent.url, { head })
    const { page } = await openPage(browser, context, { colorScheme: 'dark' })
    await page.goto(site.url)
    const scheme = () => schemeOf(page)
    await expect.poll(scheme).toBe('light')
    await page.evaluate("document.documentElement.classList.add('dark')")
    await expect.poll(scheme).toBe('dark')
    await page.evaluate("document.querySelector('docent-assistant').setAttribute('theme', 'light')")
    await expect.poll(scheme).toBe('light')
  })
})

function schemeOf(page: Page): Promise<string> {
  return page.locator('docent-assistant').evaluate((element) => {
    const root = element.shadowRoot?.querySelector('.root')
    return root === null || root === undefined ? '' : getComputedStyle(root).colorScheme
  })
}
