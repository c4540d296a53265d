import { projectId } from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import {
  indexedPage,
  MemoryChannel,
  MemoryRetriever,
  needs,
  scriptedModel,
  scriptedProvider,
} from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerPlugins } from '../../src/plugins/default-plugins.ts'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, openDashboard, SCREENS, settled } from './dashboard-pages.ts'

const ANSWER = `Revoke it on the server [1]:

\`\`\`sh
npm run docent -- keys revoke KEY_ID
\`\`\`

| Key | Who has it |
| --- | --- |
| admin | you |
| assistant | the widget |`

describe('the channels of a project', needs(CHROMIUM), () => {
  const channel = new MemoryChannel({ now: () => Date.now() })
  let server: TestServer
  let browser: Browser
  let owner: TestSession
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, path, { key: null, headers: owner.headers, ...(body === undefined ? {} : { body }) })

  beforeAll(async () => {
    const retriever = new MemoryRetriever()
    for (const { name } of SCREENS) {
      const writer = await retriever.begin(projectId(`handbook-${name}`))
      await writer.write([indexedPage({ path: '/keys', title: 'Keys', texts: [ANSWER], version: '2.1' })])
      await writer.commit('r1')
    }
    const model = scriptedModel(({ prompt }) => ({
      text: JSON.stringify(prompt.at(-1)).includes('match yesterday')
        ? '[unanswered] The documentation does not say.'
        : ANSWER,
    }))
    server = await startTestServer({
      // One organization: only then does the dashboard say where projects answer.
      config: { projects: [{ id: 'docs', repository: 'https://git.example.com/docs' }], organizations: [] },
      retriever,
      models: scriptedProvider('test', { model }),
      morePlugins: [...providerPlugins(), { name: 'memory', install: (host) => host.addChannel(channel) }],
    })
    owner = await signIn(server, 'owner')
    browser = await launchChromium()
    channel.say({ text: 'How do I revoke a key that leaked?' })
    channel.say({ text: 'Who won the match yesterday?' })
    channel.say({ text: 'beep', isBot: true })
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test.for(SCREENS)(
    'credentials are entered, a place is added and tried, at $name',
    { timeout: 240_000 },
    async (screen, context) => {
      const id = `handbook-${screen.name}`
      const draft = { id, repository: `file://${server.repository}`, models: { assistant: 'test:model' } }
      expect((await call('POST', '/api/projects', draft)).status).toBe(201)
      const { page } = await openDashboard(browser, context, server, owner.cookie, screen)
      await page.goto(`${server.url}/dashboard/default/${id}/channels`)
      await settled(page)
      await expectAccessibleInBothThemes(page, `channels empty ${screen.name}`)

      await page.getByText('Connections').click()
      await page.getByRole('button', { name: /^(?:Set|Replace) SLACK_BOT_TOKEN/ }).click()
      await page.getByRole('textbox', { name: 'SLACK_BOT_TOKEN' }).fill('xoxb-1234-abcd')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('region', { name: 'Webhook address for Slack' }).waitFor()
      expect(await page.getByText(`${server.url}/webhooks/slack`).count()).toBe(1)
      await expectAccessibleInBothThemes(page, `channels connections ${screen.name}`)
      await page.getByText('Connections').click()

      await page.getByRole('button', { name: 'Add a place' }).click()
      await page.getByRole('button', { name: /Channel$/ }).click()
      await page.getByRole('option', { name: 'Memory' }).click()
      await page.getByRole('textbox', { name: 'Place' }).fill('team general')
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await save.click()
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Place' }).getAttribute('aria-invalid'))
        .toBe('true')
      await page.getByRole('textbox', { name: 'Place' }).fill('team/general')
      await page.getByText('Caps, silence, and people').click()
      await page.getByRole('textbox', { name: 'Tag for a person' }).fill('needs human')
      await page.getByRole('textbox', { name: 'Silent tags' }).fill('internal, for people')
      await page.getByRole('textbox', { name: 'Spend cap a day' }).fill('2.50')
      await expectAccessibleInBothThemes(page, `channels place ${screen.name}`)
      await page.getByText('Caps, silence, and people').click()

      await page.getByRole('button', { name: 'Try it on the latest posts' }).click()
      await page.getByText('Docent would have answered 1 of 2 posts.').waitFor()
      await page.getByText(/^Silent: /).waitFor()
      await page.locator('.dry-answer table').waitFor()
      await page.getByRole('list', { name: 'Answers in team/general' }).scrollIntoViewIfNeeded()
      await expectAccessibleInBothThemes(page, `channels tried ${screen.name}`)
      expect([...channel.threads.keys()].flatMap((thread) => channel.own(thread))).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        screen.viewport.width,
      )

      await save.click()
      const kept = async () => (await call('GET', `/api/projects/${id}/channels`)).body.places
      await expect.poll(kept).toMatchObject([
        {
          channel: 'memory',
          place: 'team/general',
          mode: 'mention',
          usdPerDay: 2.5,
          silentTags: ['internal', 'for people'],
          person: { tag: 'needs human' },
        },
      ])
      await page.reload()
      await page.getByRole('button', { name: /Help desk$/ }).click()
      await page.getByRole('option', { name: 'Zendesk' }).click()
      await page.getByText('Replace ACME').waitFor()
      const address = page.getByRole('textbox', { name: 'Address of the form' })
      await expectAccessibleInBothThemes(page, `channels support ${screen.name}`)
      await address.fill((await address.inputValue()).replace('ACME', 'pumps'))
      await page.getByRole('button', { name: 'Save the hand-over' }).click()
      const support = async () => (await call('GET', `/api/projects/${id}/channels`)).body.support
      await expect.poll(support).toEqual({
        url: 'https://pumps.zendesk.com/hc/requests/new?tf_subject={question}&tf_description={transcript}',
      })
      await page.getByRole('button', { name: 'Make a code' }).click()
      await page.getByRole('region', { name: 'Message that links your account' }).waitFor()
      await page.getByRole('button', { name: 'Remove team/general' }).click()
      await save.click()
      await expect.poll(kept).toEqual([])
    },
  )
})
