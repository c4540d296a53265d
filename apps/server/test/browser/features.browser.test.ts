import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'

const LEFT_OUT = { analytics: false, backups: false, evaluation: false, pages: false, webhooks: false }
/** What shows only with each of them, in the navigation or the palette. */
const TITLES = ['Analytics', 'Evaluation set', 'Model checks', 'API reference', 'Settings: Webhooks']

const CASES = [
  { features: {}, titles: TITLES, heading: 'Analytics' },
  { features: LEFT_OUT, titles: [], heading: 'Not found' },
]

describe('features that a server leaves out', needs(CHROMIUM), () => {
  for (const { features, titles, heading } of CASES)
    test(`the dashboard shows ${titles.length} of their pages`, async (context) => {
      await using server = await startTestServer({ config: { features } })
      const { cookie } = await signIn(server, 'owner')
      const browser = await launchChromium()
      try {
        const { page } = await openPage(browser, context, { viewport: { width: 1440, height: 900 } })
        const [name = '', value = ''] = cookie.split('=')
        await page.context().addCookies([{ name, value, url: server.url }])
        await page.goto(`${server.url}/dashboard/default/docs/analytics`)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog', { name: 'Go to or do' }).waitFor()
        const items = await page.getByRole('menuitem').allTextContents()
        expect(TITLES.filter((title) => items.includes(title))).toEqual(titles)
        expect(items).toContain('Home')
      } finally {
        await browser.close()
      }
    }, 120_000)
})
