import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent, streamAnswer } from './simulated-docent.ts'

const PIECES = [
  'Start the server with `docent serve` [1](/guides/start). It listens on port 3000 [1](/guides/start).\n\n',
  '1. Set `DOCENT_WORKER_COUNT` to **four** for [a large site](/guides/start), as *every* guide says.\n',
  '2. Restart the server.\n\n```sh\ndocent serve # Restart the server.\n```\n\n',
  'Restart the server. Elephants paint every blue submarine twice.\n',
]
const ANSWER = PIECES.join('')
const UNSUPPORTED = [
  'Set `DOCENT_WORKER_COUNT` to **four** for [a large site](/guides/start), as *every* guide says.',
  'Elephants paint every blue submarine twice.',
]
const SUPPORTED = ['Start the server with `docent serve` [1](/guides/start).', 'It listens on port 3000']

const verdict = (sentence: string, supported: number, from = 0) => {
  const start = ANSWER.indexOf(sentence, from)
  return { start, end: start + sentence.length, supported }
}
const CHECKED = {
  status: 'checked',
  threshold: 0.5,
  claims: [
    ...SUPPORTED.map((sentence) => verdict(sentence, 0.9)),
    ...UNSUPPORTED.map((sentence) => verdict(sentence, 0.1)),
    // Said twice in prose and once in code: the last is meant.
    verdict('Restart the server.', 0.2, ANSWER.lastIndexOf('```')),
  ],
}

describe('sentences that the documentation does not support', needs(CHROMIUM), () => {
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
    docent.claimsAsked.length = 0
    docent.claims = [{ status: 'checking' }, CHECKED]
    docent.answer = (res) => streamAnswer(res, PIECES, undefined, { checksClaims: true })
  })

  const ask = async (page: Page, url: string) => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox', { name: 'Ask a question…' }).fill('How do I start?')
    await page.keyboard.press('Enter')
  }
  const underlined = (page: Page) =>
    page.evaluate(() =>
      [...(CSS.highlights.get('docent-unsupported') ?? [])].map((range) => {
        const place = range.startContainer.parentElement?.closest('li, p')
        return `${place?.tagName} ${(range as Range).toString()}`
      }),
    )

  test.for(
    [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => [width, theme] as const)),
  )('are underlined, and listed below the answer, at %i px, %s', async ([width, colorScheme], context) => {
    await using site = await serveSite(docent.url, {})
    const { page, complaints } = await openPage(browser, context, {
      viewport: { width, height: 860 },
      colorScheme,
    })
    await ask(page, site.url)
    const note = page.locator('details')
    await note.waitFor()
    expect(docent.claimsAsked[0]).toMatchObject({
      threadId: 'thread-1',
      messageId: `message-${PIECES.length}`,
      fp: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await underlined(page)).toEqual([
      'LI Set DOCENT_WORKER_COUNT to four for a large site, as every guide says',
      'P Elephants paint every blue submarine twice',
      'P Restart the server',
    ])
    await picture(page, `widget-claims-${width}-${colorScheme}-closed`)
    await note.getByText('Not supported by the documentation (3/5)').click()
    expect(await note.locator('li').allTextContents()).toEqual([
      'Set DOCENT_WORKER_COUNT to four for a large site, as every guide says.',
      'Elephants paint every blue submarine twice.',
      'Restart the server.',
    ])
    await note.scrollIntoViewIfNeeded()
    await picture(page, `widget-claims-${width}-${colorScheme}`)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(() => underlined(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('are heard once, after the answer', async (context) => {
    await using site = await serveSite(docent.url, {})
    const { page } = await openPage(browser, context)
    await page.goto(site.url)
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      setInterval(() => {
        const root = document.querySelector('docent-assistant')?.shadowRoot
        const text = root?.querySelector('.hidden[role=status]')?.textContent ?? ''
        if (text !== '' && text !== heard.at(-1)) heard.push(text)
      }, 5)
    })
    await ask(page, `${site.url}#`)
    await page.locator('details').waitFor()
    const heard = () => page.evaluate<string[]>('window.heard')
    await expect.poll(async () => (await heard()).at(-1)).toMatch(/^Not supported/)
    const said = await heard()
    expect(said.filter((text) => text.startsWith('The answer is complete. Start the server'))).toHaveLength(1)
    expect(said.filter((text) => text.startsWith('Not supported'))).toEqual([
      'Not supported by the documentation: Set DOCENT_WORKER_COUNT to four for a large site, as every guide says. Elephants paint every blue submarine twice. Restart the server.',
    ])
  })

  test('leave the answer as it is: what is selected stays selected', async (context) => {
    await using site = await serveSite(docent.url, {})
    const { page } = await openPage(browser, context)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/claims', async (route) => {
      await held
      await route.continue()
    })
    await ask(page, site.url)
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    await page
      .locator('.prose p')
      .last()
      .evaluate((element) => Object.assign(element, { marker: 'same' }))
    release()
    await page.locator('details').waitFor()
    const marker = page
      .locator('.prose p')
      .last()
      .evaluate((element) => Reflect.get(element, 'marker'))
    expect(await marker).toBe('same')
    expect(await underlined(page)).toHaveLength(3)
  })

  test('are asked for on the next page, when the reader went on before they came', async (context) => {
    await using site = await serveSite(docent.url, {})
    const { page } = await openPage(browser, context)
    docent.claims = [{ status: 'checking' }]
    await ask(page, site.url)
    await expect.poll(() => docent.claimsAsked.length).toBe(1)
    docent.claims = [CHECKED]
    await page.goto(`${site.url}/next`)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.locator('details').waitFor()
    const asked = docent.claimsAsked.length
    await page.reload()
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.locator('details').waitFor()
    expect(docent.claimsAsked).toHaveLength(asked)
  })

  test('are not asked for where nobody checks them, and not shown where all is supported', async (context) => {
    await using site = await serveSite(docent.url, {})
    const { page, complaints } = await openPage(browser, context)
    docent.claims = [{ ...CHECKED, threshold: 0 }]
    await ask(page, site.url)
    await expect.poll(() => docent.claimsAsked.length).toBe(1)
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    docent.answer = (res) => streamAnswer(res, PIECES)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'This helped' }).waitFor()
    await page.waitForTimeout(500)
    expect(docent.claimsAsked).toHaveLength(1)
    expect(await page.locator('details').count()).toBe(0)
    expect(await underlined(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
