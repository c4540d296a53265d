import { readFile } from 'node:fs/promises'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnsweringServer, SITE, startAnsweringServer } from '../clients/answering-server.ts'
import { bundlePage } from './bundle-page.ts'
import { launchChromium } from './chromium.ts'
import { openPage } from './open-page.ts'
import { servePage } from './serve-page.ts'

const V2 = { script: 'own-body-chat', protocol: 'v2' }
const RELEASES = [
  { release: '4.3.19', packages: { ai: 'ai-v4' }, script: 'sdk4-own-body-chat', protocol: 'v1' },
  { release: '5.0.0', packages: { ai: 'ai-v5-first', '@ai-sdk/react': '@ai-sdk/react-v5-first' }, ...V2 },
  { release: '5.0.216', packages: { ai: 'ai-v5-216', '@ai-sdk/react': '@ai-sdk/react-v5-216' }, ...V2 },
  { release: '6.0.0', packages: { ai: 'ai-v6-first', '@ai-sdk/react': '@ai-sdk/react-v6-first' }, ...V2 },
  { release: '6.0.230', packages: { ai: 'ai-v6-230', '@ai-sdk/react': '@ai-sdk/react-v6-230' }, ...V2 },
  { release: '7.0.31', packages: { ai: 'ai-v7-31', '@ai-sdk/react': '@ai-sdk/react-v7-31' }, ...V2 },
]

describe('a hook that builds its own body, on a page of another origin', needs(CHROMIUM), () => {
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

  test.for(RELEASES)(
    'with AI SDK $release shows two answers of one thread, with their sources and no error',
    async ({ release, packages, script, protocol }, context) => {
      const { version } = JSON.parse(
        await readFile(new URL(`../../node_modules/${packages.ai}/package.json`, import.meta.url), 'utf8'),
      )
      expect(version).toBe(release)
      server.answers([{ text: 'Use `docent serve` [1].' }, { text: 'An admin key is secret.' }])
      const api = `${server.url}/discovery/${protocol}/assistant/docs/message`
      const bundle = await bundlePage(script, { API: api, KEY: server.assistantKey }, packages)
      await using site = await servePage(bundle)
      const { page, complaints } = await openPage(browser, context)
      await page.goto(site.origin)
      const ask = async (question: string) => {
        await page.getByLabel('Question').fill(question)
        await page.getByRole('button', { name: 'Ask' }).click()
      }
      const answers = page.locator('article[data-role=assistant]')

      await ask('How do I start the server?')
      await answers.getByText('Use `docent serve`').waitFor()
      await page.getByRole('status').getByText('ready').waitFor()
      expect(await answers.getByRole('link').evaluateAll((links) => links.map(String))).toEqual([
        `${SITE}/start`,
      ])
      await ask('And which key is secret?')
      await answers.getByText('An admin key is secret.').waitFor()
      await page.getByRole('status').getByText('ready').waitFor()

      const first = await answers.nth(0).getAttribute('data-thread')
      expect(first).toMatch(/^[0-9a-f]{32}$/)
      expect(await answers.nth(1).getAttribute('data-thread')).toBe(first)
      expect(await page.evaluate("sessionStorage.getItem('thread-id')")).toBe(first)
      expect(await server.turns(first ?? '')).toMatchObject([
        { question: 'How do I start the server?' },
        { question: 'And which key is secret?', answer: 'An admin key is secret.' },
      ])
      expect(await page.getByRole('alert').textContent()).toBe('')
      expect(complaints).toEqual([])
    },
  )
})
