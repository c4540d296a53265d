import { threadId } from '@docent/core'
import { type ThreadId, ThreadStore } from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import { needs, scriptedModel, scriptedProvider } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, openDashboard, picture, SCREENS, settled } from './dashboard-pages.ts'

const TABLE = `| Variable | What it sets | Default |
| --- | --- | --- |
| \`A_VARIABLE_WITH_A_LONG_NAME\` | Where everything is kept | \`./a-folder-of-data\` |`

const CLAIM = 'It runs on every system.'
const ANSWER =
  'Add `--never-heard-of` [1], then set `NEVER_HEARD_OF=1` for 77 seconds. See `npm start` and `docent keys revoke --evermore`. ' +
  `${CLAIM}\n\n${TABLE}`

describe('names of answers in the dashboard', needs(CHROMIUM), () => {
  let server: TestServer
  let browser: Browser
  let owner: TestSession
  let thread: ThreadId

  beforeAll(async () => {
    const model = scriptedModel(() => ({ text: ANSWER }))
    server = await startTestServer({
      models: scriptedProvider('test', { model }, { agent: 'model', assistant: 'model' }),
    })
    browser = await launchChromium()
    owner = await signIn(server, 'owner')
    const question = { id: '1', role: 'user', parts: [{ type: 'text', text: 'How do I start?' }] }
    const { headers } = await server.call('POST', '/api/projects/docs/assistant/message', {
      key: null,
      headers: owner.headers,
      body: { fp: 'reader', messages: [question] },
    })
    thread = threadId(headers.get('x-thread-id') ?? '')
    const threads = server.running.docent.resolve<ThreadStore>(ThreadStore)
    const [turn] = await threads.turns(thread, 1)
    const claim = { start: ANSWER.indexOf(CLAIM), end: ANSWER.indexOf(CLAIM) + CLAIM.length, passage: 0 }
    await threads.noteClaims(thread, turn?.id ?? '', {
      checker: 'a-checker',
      threshold: 0.5,
      claims: [{ ...claim, supported: 0.9 }],
      passages: [{ url: '/guides/systems', title: 'Systems' }],
    })
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test('are shown by what they rest on', async (context) => {
    const [screen] = SCREENS
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie, screen)
    await page.goto(`${server.url}/dashboard/default/docs/conversations/${thread}`)
    await settled(page)
    await page.getByText('Supported sentences').click()
    await page.getByRole('link', { name: 'Systems' }).waitFor()
    await page.getByRole('heading', { name: 'Not in the documentation' }).scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page, `names conversation ${screen.name}`)

    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await settled(page)
    await page.getByRole('textbox').first().fill('How do I start?')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Names' }).click()
    await page.getByRole('heading', { name: 'Not in the documentation' }).scrollIntoViewIfNeeded()
    await picture(page, `names playground ${screen.name}`)

    await page.goto(`${server.url}/dashboard/default/docs/analytics`)
    await settled(page)
    const heading = page.getByRole('heading', { name: 'Names that are not in the documentation' })
    await heading.scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page, `names analytics ${screen.name}`)
    await page.getByRole('link', { name: '--never-heard-of' }).click()
    await page.waitForURL(/conversations\?/)
    await page.getByRole('link', { name: 'How do I start?' }).first().waitFor()
    expect(complaints).toEqual([])
  }, 240_000)
})
