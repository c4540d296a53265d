import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenIdScene, openIdScene } from '../openid/openid-scene.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, settled } from './dashboard-pages.ts'
import { openPage } from './open-page.ts'

describe('signing in with a provider', needs(CHROMIUM), () => {
  let scene: OpenIdScene
  let browser: Browser

  beforeAll(async () => {
    scene = await openIdScene({ domains: ['acme.com'] })
    browser = await launchChromium()
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await scene?.[Symbol.asyncDispose]()
  })

  test('leads from the button over the provider to the page that was asked for', async (context) => {
    scene.provider.people.set('ada', { name: 'Ada', email: 'ada@acme.com', email_verified: true })
    const { page, complaints } = await openPage(browser, context, { viewport: { width: 390, height: 844 } })
    await page.goto(`${scene.server.url}/dashboard/default/docs/gaps`)
    const button = page.getByRole('button', { name: 'Sign in with Acme' })
    await button.waitFor()
    await expectAccessibleInBothThemes(page, 'sign-in with a provider 390')
    expect(complaints).toEqual([])
    await button.click()
    await page.locator('input[name=login]').fill('ada')
    await page.locator('input[name=password]').fill('any')
    await page.locator('[type=submit]').first().click()
    await page.getByRole('button', { name: /continue/i }).click()
    await page.waitForURL(/\/dashboard\/default\/docs\/gaps$/)
    await settled(page)
    expect(new URL(page.url()).origin).toBe(scene.server.url)
    // The page of the provider asks for fonts that are not there.
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  }, 120_000)

  test('says on a page what went wrong, with a way back', async (context) => {
    scene.provider.people.set('eve', { email: 'eve@acme.com', email_verified: false })
    const { page } = await openPage(browser, context, { viewport: { width: 1440, height: 900 } })
    await page.goto(`${scene.server.url}/dashboard/sign-in`)
    await page.getByRole('button', { name: 'Sign in with Acme' }).click()
    await page.locator('input[name=login]').fill('eve')
    await page.locator('input[name=password]').fill('any')
    await page.locator('[type=submit]').first().click()
    await page.getByRole('button', { name: /continue/i }).click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    await expectAccessibleInBothThemes(page, 'sign-in refused 1440')
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click()
    await page.getByRole('button', { name: 'Sign in with Acme' }).waitFor()
  }, 120_000)
})
