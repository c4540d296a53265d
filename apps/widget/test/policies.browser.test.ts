import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium, openPage } from './browser.ts'
import { serveSite } from './serve-site.ts'
import { type SimulatedDocent, simulateDocent, streamAnswer } from './simulated-docent.ts'

const ANSWER = ['Run it:\n\n```ts\nconst port = 8080\n```\n']
const NONCE = 'r4nd0m'

describe('the policy of a page', needs(CHROMIUM), () => {
  let browser: Browser
  let docent: SimulatedDocent

  beforeAll(async () => {
    docent = await simulateDocent()
    docent.answer = (res) => streamAnswer(res, ANSWER)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await docent?.[Symbol.asyncDispose]()
  })

  test.for([
    ['a nonce', `script-src 'nonce-${NONCE}'`],
    ['a nonce that scripts hand on', `script-src 'nonce-${NONCE}' 'strict-dynamic'`],
    ['trusted types of every name', `script-src 'nonce-${NONCE}'; require-trusted-types-for 'script'`],
    [
      'trusted types of the documented name',
      `script-src 'nonce-${NONCE}'; require-trusted-types-for 'script'; trusted-types dompurify`,
    ],
  ] as const)('lets the widget answer and colour code: %s', async ([, scripts], context) => {
    const policy = `default-src 'none'; style-src 'self'; img-src data:; connect-src ${docent.url}; ${scripts}`
    await using site = await serveSite(docent.url, { policy, nonce: NONCE })
    const { page, complaints } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox').fill('How?')
    await page.keyboard.press('Enter')
    await page.locator('.hl-kwd').first().waitFor()
    expect(complaints).toEqual([])
  })

  test('that allows no HTML at all leaves the answer as text', async (context) => {
    const policy = `script-src ${docent.url}; require-trusted-types-for 'script'; trusted-types other`
    await using site = await serveSite(docent.url, { policy })
    const { page } = await openPage(browser, context)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Ask AI' }).click()
    await page.getByRole('textbox').fill('How?')
    await page.keyboard.press('Enter')
    await page.getByRole('paragraph').filter({ hasText: '```ts' }).waitFor()
  })
})
