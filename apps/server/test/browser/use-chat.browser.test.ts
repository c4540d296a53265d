import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnsweringServer, SITE, startAnsweringServer } from '../clients/answering-server.ts'
import { signIn } from '../sign-in.ts'
import { bundlePage } from './bundle-page.ts'
import { launchChromium } from './chromium.ts'
import { openDashboard } from './dashboard-pages.ts'
import { openPage } from './open-page.ts'
import { servePage } from './serve-page.ts'

describe('useChat on a page of another origin', needs(CHROMIUM), () => {
  let server: AnsweringServer
  let browser: Browser

  beforeAll(async () => {
    server = await startAnsweringServer()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test.for([
    { release: 'AI SDK 4', script: 'sdk4-chat', protocol: 'v1' },
    { release: 'AI SDK 7', script: 'sdk7-chat', protocol: 'v2' },
  ])(
    'of $release shows two answers of one thread as they come, with their sources',
    async ({ script, protocol }, context) => {
      const shown = Promise.withResolvers<void>()
      server.answers(async (call) => {
        if (call === 0)
          return { text: 'Let me look. ', toolCalls: [{ toolName: 'search', input: { query: 'admin key' } }] }
        await shown.promise
        return { text: call === 1 ? 'Use `docent serve` [1].' : 'An admin key is secret.' }
      })
      const api = `${server.url}/discovery/${protocol}/assistant/docs/message`
      const bundle = await bundlePage(script, { API: api, KEY: server.assistantKey })
      await using site = await servePage(bundle)
      const { page, complaints } = await openPage(browser, context)
      await page.goto(site.origin)
      const ask = async (question: string) => {
        await page.getByLabel('Question').fill(question)
        await page.getByRole('button', { name: 'Ask' }).click()
      }
      const answers = page.locator('article[data-role=assistant]')

      await ask('How do I start the server?')
      await answers.getByText('Let me look.').waitFor()
      shown.resolve()
      await answers.getByText('Use `docent serve`').waitFor()
      await page.getByRole('status').getByText('ready').waitFor()
      expect(await answers.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
        `${SITE}/start`,
      ])
      expect(await answers.getByRole('link').textContent()).toBe('Quickstart')

      await ask('And which key is secret?')
      await answers.getByText('An admin key is secret.').waitFor()
      await page.getByRole('status').getByText('ready').waitFor()
      const first = await answers.nth(0).getAttribute('data-thread')
      const second = await answers.nth(1).getAttribute('data-thread')
      expect(first).toMatch(/^[0-9a-f]{32}$/)
      expect(second).toBe(first)
      expect(await server.turns(first ?? '')).toHaveLength(2)
      expect(await page.getByRole('alert').textContent()).toBe('')
      expect(complaints).toEqual([])
    },
  )

  test('of the dashboard is heard once, and its citations by their titles', async (context) => {
    const { cookie } = await signIn(server, 'owner')
    const { page } = await openDashboard(browser, context, server, cookie)
    const looked = Promise.withResolvers<void>()
    server.answers(async (call) => {
      if (call === 0)
        return { text: 'Let me look. ', toolCalls: [{ toolName: 'search', input: { query: 'start' } }] }
      await looked.promise
      return { text: 'Use `docent serve` [1].' }
    })
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await page.getByRole('textbox', { name: 'Question' }).fill('How do I start the server?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Let me look.').first().waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('status').getByText('Writing the answer').waitFor()
    // What grows is no live region.
    expect(await page.locator('[aria-live]:not([aria-live=off]) .prose, [role=log] .prose').count()).toBe(0)
    looked.resolve()
    await page
      .getByRole('status')
      .getByText('The answer is complete. Let me look. Use docent serve')
      .waitFor()
    await page.getByRole('link', { name: 'Source 1: Quickstart' }).waitFor()
  })
})
