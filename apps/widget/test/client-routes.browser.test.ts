import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchChromium, openPage } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent } from './simulated-docent.ts'

/** A search that opens by ⌘K and listens later than the widget, as those of VitePress and DocSearch may. */
const SEARCH = `
  addEventListener('keydown', (event) => {
    if (!event.ctrlKey || event.key !== 'k') return
    event.preventDefault()
    document.querySelector('#search').showModal()
  })`

describe('the widget in a site that shows pages without loading them', needs(CHROMIUM), () => {
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
  })

  async function ask(page: Page, question: string): Promise<void> {
    const number = docent.asked.length + 1
    await page.getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: 'This helped' })
      .nth(number - 1)
      .waitFor()
  }

  test('asks about the page that is shown, and leaves the keys of the search to it', async (context) => {
    const body = '<dialog id="search">Search of the site</dialog>'
    await using site = await serveSite(docent.url, { body })
    const { page, complaints } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).waitFor()
    await page.evaluate(SEARCH)
    await page.keyboard.press('Control+k')
    await page.getByText('Search of the site').waitFor()
    expect(await page.getByRole('dialog', { name: 'Ask the docs' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+i')
    await ask(page, 'On the first?')
    await page.evaluate("history.pushState({}, '', '/guides/upgrade')")
    await ask(page, 'On the second?')
    await page.evaluate('history.back()')
    await page.waitForURL(site.url)
    await ask(page, 'And back?')
    expect(docent.asked.map(({ currentPath }) => new URL(String(currentPath)).pathname)).toEqual([
      '/guides/install',
      '/guides/upgrade',
      '/guides/install',
    ])
    expect(complaints).toEqual([])
  })

  test('keeps the conversation when the body is exchanged with the element in it', async (context) => {
    await using site = await serveSite(docent.url)
    const { page, complaints } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await ask(page, 'On the first?')
    await page.evaluate(`
      const body = document.createElement('body')
      body.innerHTML = '<main><h1>Upgrade</h1></main>' + document.querySelector('docent-assistant').outerHTML
      history.pushState({}, '', '/guides/upgrade')
      document.body.replaceWith(body)
    `)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByText('On the first?').waitFor()
    await ask(page, 'On the second?')
    expect(
      docent.asked.map(({ currentPath, threadId }) => [new URL(String(currentPath)).pathname, threadId]),
    ).toEqual([
      ['/guides/install', undefined],
      ['/guides/upgrade', 'thread-1'],
    ])
    expect(await page.getByRole('button', { name: 'Ask AI' }).count()).toBeLessThanOrEqual(1)
    await page.evaluate("document.body.style.background = '#111'")
    const scheme = () =>
      page.locator('docent-assistant').evaluate((element) => {
        const drawn = element.shadowRoot?.querySelector('.root')
        return drawn ? getComputedStyle(drawn).colorScheme : ''
      })
    await expect.poll(scheme).toBe('dark')
    expect(complaints).toEqual([])
  })
})
