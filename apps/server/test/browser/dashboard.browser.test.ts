import { readFile } from 'node:fs/promises'
import { parseEvaluation } from '@docent/core'
import { Accounts, organizationId } from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import { codeOf, needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn, type TestSession } from '../sign-in.ts'
import type { TestServer } from '../start-test-server.ts'
import { dashboardFile } from './dashboard-file.ts'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  openDashboard,
  picture,
  SCREENS,
  settled,
} from './dashboard-pages.ts'
import { type DashboardServer, startDashboardServer } from './dashboard-server.ts'
import { openPage } from './open-page.ts'

describe('the dashboard', needs(CHROMIUM), () => {
  let started: DashboardServer
  let server: TestServer
  let browser: Browser
  let owner: TestSession

  beforeAll(async () => {
    started = await startDashboardServer()
    ;({ server, browser, owner } = started)
  }, 240_000)

  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
  })

  test('opens the menus of its frame by pointer and by keys, and gives the focus back', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    const account = page.getByRole('button', { name: /^Account of/ })
    await account.click()
    await page.getByRole('menuitem', { name: 'Dark' }).waitFor()
    await expectAccessible(page, 'the menu of the account')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    const isFocused = 'document.activeElement?.getAttribute("aria-haspopup") === "menu"'
    await expect.poll(() => page.evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('menuitem', { name: 'As the system' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Project:/ }).press('ArrowDown')
    await page.getByRole('menuitem', { name: 'Add a project' }).waitFor()
    await expectAccessible(page, 'the menu of projects')
    await page.getByRole('menuitem', { name: 'Add a project' }).click()
    await page.waitForURL(/settings\/projects\/new$/)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go to or do' }).waitFor()
    await expectAccessible(page, 'the palette')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Analytics' }).waitFor()
    await expectAccessible(page, 'the menu of further pages')
    await picture(page, 'more 390 light')
    await page.getByRole('menuitem', { name: 'Analytics' }).click()
    await page.waitForURL(/analytics$/)
    expect(complaints).toEqual([])
  })

  test('leads a browser from the address of the server to the sign-in, and a link in', async (context) => {
    const accounts = server.running.docent.resolve<Accounts>(Accounts)
    const { secret } = await accounts.createLink({
      kind: 'owner',
      organizationId: organizationId('default'),
      role: 'owner',
      expiresAt: server.running.services.clock.now() + 60_000,
    })
    const { page, complaints } = await openPage(browser, context)
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'Sign in to Docent' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in')
    await expectAccessible(page, 'sign-in')
    await page.goto(`${server.url}/dashboard/link#${secret}`)
    await page.waitForURL(`${server.url}/dashboard/default/docs`)
    await page.getByRole('link', { name: 'Set an email address and a password' }).waitFor()
    await page.goto(`${server.url}/dashboard/link#${secret}`)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    expect(complaints.filter((line) => !/40[14]|410/.test(line))).toEqual([])
  })

  test('keeps a question with what a good answer has, and hands the set out as a file', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await page.getByRole('textbox', { name: 'Question' }).fill('What is a page?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'Save to the evaluation set' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Words that a good answer contains').fill('a file\nof text')
    await expectAccessibleInBothThemes(page, 'save a question 1440')
    await dialog.getByRole('button', { name: 'Save the question' }).click()
    await page.getByText('The question is in the evaluation set.').waitFor()
    await page.getByRole('link', { name: 'Evaluation set' }).click()
    await page.getByRole('link', { name: 'What is a page?' }).waitFor()
    await expectAccessibleInBothThemes(page, 'evaluation set 1440')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('docs-questions.jsonl')
    const [question] = parseEvaluation(await readFile((await file.path()) ?? '', 'utf8'))
    expect(question).toMatchObject({ question: 'What is a page?', contains: ['a file', 'of text'] })
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'No questions yet' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('asks two configurations side by side', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/assistant/compare`)
    const side = (name: string) => page.getByRole('region', { name: `Configuration ${name}` })
    await side('B').getByRole('textbox', { name: 'Passages' }).fill('90')
    await page.getByRole('textbox', { name: 'Question' }).fill('What is a page?')
    expect(await page.getByRole('button', { name: 'Ask both' }).isDisabled()).toBe(true)
    await side('B').getByRole('textbox', { name: 'Passages' }).fill('1')
    await side('B').getByRole('textbox', { name: 'Model' }).fill('nobody:nothing')
    await page.getByRole('button', { name: 'Ask both' }).click()
    await side('A').getByText('Whole answer').waitFor()
    await side('B')
      .getByText(/nobody/)
      .last()
      .waitFor()
    await expectAccessibleInBothThemes(page, 'compare 1440')
    await side('B').getByRole('textbox', { name: 'Model' }).fill('test:model')
    await page.getByRole('button', { name: 'Ask both' }).click()
    await side('B').getByText('Whole answer').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInBothThemes(page, 'compare 390')
    expect(complaints.filter((line) => !/status of [45]\d\d/.test(line))).toEqual([])
  })

  test('finds conversations by what was said and what readers thought of it', async (context) => {
    const ask = async (text: string) => {
      const body = { fp: 'reader', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }] }
      const path = '/api/projects/docs/assistant/message'
      await server.call('POST', path, { key: null, headers: owner.headers, body })
    }
    await ask('Where are the needles?')
    await ask('Where is the hay?')
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/conversations`)
    await page.getByRole('link', { name: 'Where is the hay?' }).waitFor()
    await page.getByRole('searchbox', { name: 'Words in the text' }).fill('NEEDLES')
    await expect.poll(() => page.getByRole('link', { name: 'Where is the hay?' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Where are the needles?' }).waitFor()
    expect(new URL(page.url()).searchParams.get('text')).toBe('NEEDLES')
    await page.getByRole('button', { name: /Feedback/ }).click()
    await page.getByRole('option', { name: 'Not helpful' }).click()
    await page.getByRole('heading', { name: 'No conversation matches the filters' }).waitFor()
    await expectAccessibleInBothThemes(page, 'no conversation 1440')
    await page.getByRole('button', { name: 'Show all conversations' }).click()
    await page.getByRole('link', { name: 'Where is the hay?' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('shows who reads which pages and what they say, and keeps the status of feedback', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    const analytics = `${server.url}/dashboard/default/docs/analytics`
    await page.goto(analytics)
    const readers = page.getByRole('region', { name: 'Page views' })
    const said = page.getByRole('region', { name: 'Feedback on pages' })
    const tag = async (name: string) => page.getByRole('region', { name, exact: true }).textContent()
    await settled(page)
    expect(await tag('tag that counts views')).toContain(
      'domain="docs" key="<ASSISTANT_API_KEY>" count-views>',
    )
    expect(await tag('tag that asks for feedback')).toContain('mode="feedback">')
    await readers.scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page, 'no readers 1440')
    await readAndComplain()
    for (const { name, viewport } of SCREENS) {
      await page.setViewportSize(viewport)
      await page.goto(analytics)
      await readers.getByText('/guides/install').waitFor()
      await said.getByText('Too short.').waitFor()
      await readers.scrollIntoViewIfNeeded()
      await expectAccessibleInBothThemes(page, `readers ${name}`)
      await said.getByText('Reply to').scrollIntoViewIfNeeded()
      await expectAccessibleInBothThemes(page, `page feedback ${name}`)
    }
    expect(await readers.getByRole('definition').allTextContents()).toEqual(['2', '1', '1', '1'])
    const row = readers.getByRole('row', { name: /install/ })
    expect(await row.getByRole('cell').allTextContents()).toEqual(['/guides/install', '2', '1', '3', '2'])
    const rated = said.getByRole('row', { name: /install/ })
    expect(await rated.getByRole('cell').allTextContents()).toEqual(['/guides/install', '1', '1', '1', '3'])
    const entry = said.getByRole('listitem').filter({ hasText: 'Too short.' })
    await entry.getByRole('button', { name: /Pending/ }).click()
    await page.getByRole('option', { name: 'Resolved' }).click()
    await entry.getByRole('button', { name: /Resolved/ }).waitFor()
    await said.getByRole('button', { name: /Any status/ }).click()
    await page.getByRole('option', { name: 'Resolved' }).click()
    await expect.poll(() => said.getByRole('listitem').count()).toBe(1)
    await page.reload()
    await entry.getByRole('button', { name: /Resolved/ }).waitFor()
    expect(complaints).toEqual([])
  })

  /** Two views of a person and one of a crawler, and feedback of three kinds. */
  async function readAndComplain(): Promise<void> {
    const path = '/guides/install'
    const call = async (what: string, body: object, userAgent: string) => {
      const { status } = await server.call('POST', `/discovery/v1/${what}/docs`, {
        body: { path, ...body },
        headers: { 'user-agent': userAgent },
      })
      expect(status).toBeLessThan(300)
    }
    const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'
    for (const reader of [person, person, 'GPTBot/1.2']) await call('view', {}, reader)
    await call('feedback', { helpful: true }, person)
    await call('feedback', { helpful: false, comment: 'Too short.', contact: 'ann@acme.com' }, person)
    await call('feedback', { code: 'npm install acme', comment: 'Fails on Node 24.' }, person)
  }

  test('shows where to go in a project before its projects are known', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    const held = Promise.withResolvers<void>()
    await page.route(/\/projects(\?|$)/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    const open = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    await open.waitFor()
    expect(await open.textContent()).toBe('Jobs')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    held.resolve()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
  })

  test('shows a job that somebody else starts', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    // Nothing runs: the list does not ask by itself.
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    const body = { prompt: 'Say hello.', asDraft: false }
    await server.call('POST', '/api/projects/docs/jobs', { key: null, headers: owner.headers, body })
    await page.getByRole('link', { name: 'Say hello' }).waitFor()
  })

  test('says that the server is away where the browser is offline, and goes on', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    await settled(page)
    await page.goto(`${server.url}/dashboard/default/docs/assistant`)
    await settled(page)
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Question' }).fill('Where are the jobs?')
    await page.keyboard.press('Enter')
    await page.getByText('The server could not be reached.', { exact: true }).waitFor({ timeout: 30_000 })
    await picture(page, 'offline')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The answer is complete').waitFor({ state: 'attached', timeout: 30_000 })
    expect(await page.getByText('Where are the jobs?').count()).toBe(1)
  })

  test('starts a job, follows it to its end and repeats it', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    await page.getByRole('button', { name: 'New job' }).first().click()
    await page.getByRole('textbox', { name: 'What should the agent do?' }).fill('Say done.')
    await page.getByRole('button', { name: 'Start the job' }).click()
    await page.getByRole('heading', { level: 1, name: 'Say done' }).waitFor()
    await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: 45_000 })
    await expect.poll(() => page.getByRole('list', { name: 'Timeline' }).textContent()).toContain('Say done.')
    await expectAccessible(page, 'a job')
    await picture(page, 'job 1440 light')
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByRole('heading', { name: 'No changes' }).waitFor()
    const first = page.url()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL((url) => /\/jobs\/.+/.test(url.pathname) && url.href !== first)
  })

  test('creates a key that works, shows it once, and revokes it', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/settings/api-keys`)
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await page.getByText('Admin', { exact: true }).last().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('region', { name: 'key', exact: true }).textContent()
    expect((await server.call('GET', '/v2/agent/docs/jobs', { key: key ?? '' })).status).toBe(200)
    await expectAccessible(page, 'a new key')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Nightly').waitFor()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Edit Nightly' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly')
    await page.getByRole('textbox', { name: 'Spend cap' }).fill('12.5')
    await expectAccessibleInBothThemes(page, 'a key that is edited')
    await page.getByRole('button', { name: 'Save' }).click()
    // The models of these tests have no price, so the cap could not be kept.
    await page
      .getByText(/the price of the model/)
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: 'Spend cap' }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Revoke Weekly' }).click()
    await page.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Revoke Weekly' }).waitFor()
  })

  test('archives several jobs at once, and takes it back', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    for (const prompt of ['Explain keys.', 'Explain tokens.']) {
      const job = { key: null, headers: owner.headers, body: { prompt, asDraft: false } }
      await server.call('POST', '/api/projects/docs/jobs', job)
    }
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    const titles = ['Explain keys', 'Explain tokens']
    for (const name of titles) {
      const row = page.getByRole('row').filter({ hasText: name })
      await row.getByText(/No change|Completed/).waitFor()
      await row.getByRole('checkbox').check()
    }
    await expectAccessibleInBothThemes(page, 'jobs that are chosen')
    await page.getByRole('button', { name: 'Archive 2' }).click()
    for (const name of titles) await page.getByRole('link', { name }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const name of titles) await page.getByRole('link', { name }).waitFor()
    expect(complaints).toEqual([])
  })

  test('asks before unsaved changes are lost', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/docs/brand`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Acme')
    const gaps = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gaps' })
    await gaps.click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'a form that is left')
    await page.getByRole('button', { name: 'Stay on the page' }).click()
    expect(await name.inputValue()).toBe('Acme')
    await gaps.click()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gaps' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('shows the widget as it is chosen, and where its key works', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    const body = {
      kind: 'assistant',
      name: 'Shop',
      projectIds: ['docs'],
      allowedOrigins: ['https://a.example'],
    }
    await server.call('POST', '/api/keys', { key: null, headers: owner.headers, body })
    await page.goto(`${server.url}/dashboard/default/docs/widget`)
    await page.getByRole('textbox', { name: 'Suggested questions' }).fill('How do I begin?')
    await page.getByRole('textbox', { name: 'Address of a page' }).fill('https://b.example/start')
    await page.getByRole('button', { name: 'Allow https://b.example' }).click()
    await page.getByText('works here.').waitFor()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('button', { name: 'Ask AI' }).click()
    await preview.getByRole('button', { name: 'How do I begin?' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('shows the two lines that put the assistant into a page elsewhere', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/settings/api-keys?new=true&project=docs`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Site')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('region', { name: 'key', exact: true }).textContent()
    const tag = await page.getByRole('region', { name: 'tag', exact: true }).textContent()
    // A module of another origin would need its permission: the widget is a classic script.
    expect(tag).toBe(
      `<script src="${server.url}/widget/latest/docent.js" async></script>\n` +
        `<docent-assistant domain="docs" key="${key}"></docent-assistant>`,
    )
  })

  test('backs the server up', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/settings/system`)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText(/is complete and verified/).waitFor()
    const card = page.getByRole('region', { name: 'Backups' })
    await card.locator('code').first().waitFor()
    await card.scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page, 'backups 1440')
    expect(complaints).toEqual([])
  })

  test('enters a credential, never shows it, and removes it', async (context) => {
    const { page, complaints } = await openDashboard(browser, context, server, owner.cookie)
    await page.goto(`${server.url}/dashboard/default/settings/credentials`)
    await page.getByText('Set in the environment, which takes precedence.').waitFor()
    expect(await page.getByRole('button', { name: 'Set OPENAI_MODEL' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Set OPENAI_API_KEY' }).click()
    const value = 'sk-a-value-that-nobody-sees-again'
    await page.getByLabel('OPENAI_API_KEY', { exact: true }).fill(value)
    await expectAccessible(page, 'entering a credential')
    await picture(page, 'credential 1440 light')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Replace OPENAI_API_KEY' }).waitFor()
    expect(await page.content()).not.toContain(value)
    await page.reload()
    await page.getByText('…gain').waitFor()
    await page.getByRole('button', { name: 'Remove OPENAI_API_KEY' }).click()
    await page.getByRole('button', { name: 'Remove the value' }).click()
    await page.getByRole('button', { name: 'Set OPENAI_API_KEY' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('sets up a second step of signing in, shows its backup codes once, and turns it off', async (context) => {
    const { cookie, headers } = await signIn(server, 'editor')
    const password = 'correct horse battery'
    const body = { email: 'second@acme.com', password }
    await server.call('PATCH', '/api/account', { key: null, headers, body })
    const { page } = await openDashboard(browser, context, server, cookie)
    await page.goto(`${server.url}/dashboard/default/settings/account`)
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('something else')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('This is not the password of this account.').waitFor()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await dialog.getByText('Enter it manually').click()
    await expectAccessible(page, 'the QR code')
    await picture(page, 'second step 1440 light')
    const secret = await dialog.getByRole('region', { name: 'secret', exact: true }).textContent()
    await dialog.getByLabel('Code that the app shows').fill(codeOf(secret ?? ''))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = dialog.getByRole('region', { name: 'backup codes', exact: true })
    const code = (await codes.textContent())?.split('\n')[0] ?? ''
    expect(code).not.toBe('')
    await expectAccessible(page, 'backup codes')
    await picture(page, 'backup codes 1440 light')
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('On. You sign in with your password and a code').waitFor()
    expect(await page.content()).not.toContain(code)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off. You sign in with only your password.').waitFor()
  })

  test('shows a viewer nothing that a viewer may not do', async (context) => {
    const { cookie } = await signIn(server, 'viewer')
    const { page } = await openDashboard(browser, context, server, cookie)
    await page.goto(`${server.url}/dashboard/default/docs/jobs`)
    await settled(page)
    expect(await page.getByRole('button', { name: 'New job' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  })
})

describe('the scripts of the dashboard', () => {
  test('stay within their budgets', async () => {
    const manifest = JSON.parse(await readFile(dashboardFile('dist/.vite/manifest.json'), 'utf8')) as Manifest
    const size = async (names: ReadonlySet<string>) => {
      const sizes = await Promise.all(
        [...names].map(
          async (name) => (await readFile(dashboardFile(`dist/${manifest[name]?.file}.gz`))).length,
        ),
      )
      return sizes.reduce((sum, one) => sum + one, 0) / 1_000
    }
    const first = withImports(manifest, ['index.html', 'src/pages/home/home-page.tsx'])
    expect(await size(first), 'the first page, KB gzipped').toBeLessThanOrEqual(180)
    for (const [name, { isDynamicEntry }] of Object.entries(manifest)) {
      if (!isDynamicEntry) continue
      const more = new Set([...withImports(manifest, [name])].filter((other) => !first.has(other)))
      const budget = name.includes('assistant-page') ? 100 : 80
      expect(await size(more), `${name}, KB gzipped on top of the first page`).toBeLessThanOrEqual(budget)
    }
  }, 240_000)
})

type Manifest = Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>

function withImports(manifest: Manifest, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name) || !manifest[name]?.file.endsWith('.js')) return
    found.add(name)
    for (const other of manifest[name]?.imports ?? []) add(other)
  }
  for (const name of names) add(name)
  return found
}
