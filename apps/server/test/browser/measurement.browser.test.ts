import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, type WireServer } from '@docent/simulators'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { behavedModel, type ChatBody } from '../model-check/behaved-model.ts'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessible, expectAccessibleInBothThemes, openDashboard, settled } from './dashboard-pages.ts'

describe('measurements in the dashboard', needs(CHROMIUM), () => {
  let server: TestServer
  let wire: WireServer
  let browser: Browser
  let owner: TestSession

  beforeAll(async () => {
    const reply = behavedModel()
    wire = await openaiChatWire((body) => reply(body as ChatBody))
    const models = { it: { contextTokens: 4_096 } }
    server = await startTestServer({
      morePlugins: [openaiCompatible({ name: 'local', baseURL: wire.baseURL, models })],
      project: { models: { assistant: 'local:it', agent: 'local:it' } },
    })
    browser = await launchChromium()
    owner = await signIn(server, 'owner')
    const question = { question: 'How do I start?', pages: ['/'] }
    await server.call('POST', '/api/projects/docs/evaluation', { body: question })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
    await wire?.close()
  })

  test('check a model, and show its card', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/assistant/models`)
    await page.getByRole('heading', { name: 'No models checked yet' }).waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Check a model' }).click()
    await page.getByRole('button', { name: /Checks to run/ }).click()
    await page.getByRole('option', { name: 'Only the protocol' }).click()
    await expectAccessible(page, 'check a model 1440')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('heading', { name: 'local:it' }).waitFor()
    await page.getByText('The result is ready.').waitFor()
    expect(complaints).toEqual([])
  })

  test('evaluate, with the progress, until somebody cancels or the result is there', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}/dashboard/default/docs/assistant/evaluation`)
    wire.plant({ kind: 'silent' })
    await page.getByRole('button', { name: 'Run evaluation' }).click()
    await page.getByRole('textbox', { name: 'Model' }).fill('local:other')
    await expectAccessible(page, 'run evaluation 390')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const progress = page.getByRole('region', { name: 'Running the evaluation with local:other' })
    await progress.waitFor()
    await settled(page)
    await expectAccessibleInBothThemes(page, 'evaluation runs 390')
    await page.getByText('Answering: 0 of 1').waitFor()
    await progress.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The measurement was cancelled.').waitFor()
    await page.getByRole('button', { name: 'Run evaluation' }).click()
    await page.getByRole('button', { name: /Measure/ }).click()
    await page.getByRole('option', { name: 'Only the search, without a model' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    expect(complaints).toEqual([])
  })
})
