import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectNoViolations, launchChromium, openPage, picture } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent } from './simulated-docent.ts'

describe('a reader reaches a person', needs(CHROMIUM), () => {
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

  const asked = async (context: Parameters<typeof openPage>[1], width: number, isDark: boolean) => {
    const site = await serveSite(docent.url, {})
    context.onTestFinished(() => site[Symbol.asyncDispose]())
    const opened = await openPage(browser, context, {
      viewport: { width, height: 860 },
      colorScheme: isDark ? 'dark' : 'light',
    })
    await opened.page.goto(site.url)
    await opened.page.getByRole('button', { name: 'Ask AI' }).click()
    await opened.page.getByRole('textbox', { name: 'Ask a question…' }).fill('How do I start?')
    await opened.page.keyboard.press('Enter')
    await opened.page.getByRole('button', { name: 'This helped' }).waitFor()
    return opened
  }

  test.for([
    [1440, false],
    [390, true],
  ] as const)(
    'who sees what is sent, and agrees to it, at %i px, dark %s',
    async ([width, isDark], context) => {
      Object.assign(docent.brand, { support: true })
      docent.handedOver.splice(0)
      const { page, complaints } = await asked(context, width, isDark)
      expect(docent.handedOver).toEqual([])
      await page.getByRole('button', { name: 'Ask a person' }).click()
      await page.getByText('> How do I start?').waitFor()
      expect(docent.handedOver).toMatchObject([{ threadId: 'thread-1' }])
      expect(docent.handedOver[0]).not.toHaveProperty('send')
      const form = page.getByRole('link', { name: 'Open the support form' })
      expect(await form.getAttribute('href')).toBe(`${docent.url}/desk?text=How`)
      await page.getByRole('textbox', { name: 'Your email address' }).fill('reader@example.com')
      await picture(page, `widget-hand-over-${width}-${isDark ? 'dark' : 'light'}`)
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Send the conversation' }).click()
      await page.getByText('The conversation was sent.').waitFor()
      expect(docent.handedOver).toMatchObject([{}, { send: true, contact: 'reader@example.com' }])
      expect(complaints).toEqual([])
    },
  )

  test('the site may lead on by itself', async (context) => {
    Object.assign(docent.brand, { support: true })
    const { page } = await asked(context, 1440, false)
    await page.evaluate(`document.addEventListener('docent:hand-over', (event) => {
      event.preventDefault()
      window.led = event.detail
    })`)
    await page.getByRole('button', { name: 'Ask a person' }).click()
    await page.getByRole('link', { name: 'Open the support form' }).click()
    expect(await page.evaluate('window.led')).toEqual({ by: 'form', transcript: '> How do I start?' })
    expect(page.context().pages()).toHaveLength(1)
  })

  test('nobody is offered a person where there is none', async (context) => {
    Object.assign(docent.brand, { support: false })
    const { page } = await asked(context, 1440, false)
    expect(await page.getByRole('button', { name: 'Ask a person' }).count()).toBe(0)
  })
})
