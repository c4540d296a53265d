import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestSession } from '../sign-in.ts'
import type { TestServer } from '../start-test-server.ts'
import { expectAccessibleInBothThemes, openDashboard, SCREENS } from './dashboard-pages.ts'
import { type DashboardServer, startDashboardServer } from './dashboard-server.ts'

const NO_MODEL = { id: null, isOwn: false, problem: 'No model has a key.' }

describe('the settings of a project', needs(CHROMIUM), () => {
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

  test.for(SCREENS)(
    'context repositories are added, corrected and removed, at $name',
    { timeout: 240_000 },
    async (screen, context) => {
      const repository = `file://${server.repository}`
      const id = `handbook-${screen.name}`
      const call = (method: string, path: string, body?: unknown) =>
        server.call(method, path, {
          key: null,
          headers: owner.headers,
          ...(body === undefined ? {} : { body }),
        })
      const draft = { id, repository, models: { assistant: 'test:model' } }
      expect((await call('POST', '/api/projects', draft)).status).toBe(201)
      const kept = async () => (await call('GET', `/api/projects/${id}`)).body.agent.contexts

      const { page } = await openDashboard(browser, context, server, owner.cookie, screen)
      await page.goto(`${server.url}/dashboard/default/${id}/project`)
      const card = page.getByRole('region', { name: 'Context repositories' })
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await card.getByRole('button', { name: 'Add a repository' }).click()
      await card.getByRole('textbox', { name: 'Name' }).fill('My SDK')
      const address = card.getByRole('textbox', { name: 'Repository' })
      await address.fill('no address')
      await card.getByRole('button', { name: 'Try to read it' }).click()
      await card.locator('.note.danger').waitFor()
      await address.fill(repository)
      await card.getByRole('button', { name: 'Try to read it' }).click()
      await card.getByText(/^It can be read/).waitFor()
      await save.click()
      await expect
        .poll(() => card.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid'))
        .toBe('true')
      expect(await kept()).toEqual([])
      await card.scrollIntoViewIfNeeded()
      await expectAccessibleInBothThemes(page, `contexts ${screen.name}`)

      await card.getByRole('textbox', { name: 'Name' }).fill('sdk')
      await save.click()
      await expect.poll(kept).toEqual([{ name: 'sdk', repository, branch: null, folder: null }])
      await page.reload()
      await card.getByRole('button', { name: 'Remove sdk' }).click()
      expect(await card.getByRole('textbox').count()).toBe(0)
      await save.click()
      await expect.poll(kept).toEqual([])
    },
  )

  test('what was changed is saved or discarded, and nothing asks for either before', async (context) => {
    const { page } = await openDashboard(browser, context, server, owner.cookie)
    const draft = {
      id: 'manual',
      repository: `file://${server.repository}`,
      models: { assistant: 'test:model' },
    }
    await server.call('POST', '/api/projects', { key: null, headers: owner.headers, body: draft })
    await page.goto(`${server.url}/dashboard/default/manual/project`)
    const name = page.getByRole('textbox', { name: 'Name' })
    const before = await name.inputValue()
    const bar = page.getByText('You have unsaved changes.')
    const hasFocus = () => page.evaluate('document.activeElement?.id === "main"')
    expect(await bar.count()).toBe(0)
    await name.fill('Manual of the pump')
    await bar.waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await bar.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe(before)
    await expect.poll(hasFocus).toBe(true)
    await name.fill('Manual of the pump')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await bar.waitFor({ state: 'detached' })
    await expect.poll(hasFocus).toBe(true)
    await page.reload()
    expect(await name.inputValue()).toBe('Manual of the pump')
  })

  test.for(SCREENS)(
    'all steps to a new project fit the screen, at $name',
    { timeout: 120_000 },
    async (screen, context) => {
      const { page } = await openDashboard(browser, context, server, owner.cookie, screen)
      const models = { assistant: NO_MODEL, agent: NO_MODEL }
      const found = {
        revision: 'a'.repeat(40),
        layout: 'plain',
        docsPath: '',
        pages: 2,
        unlisted: 0,
        hidden: 0,
        examples: [{ path: '/a', file: 'a.mdx' }],
        navigation: { pages: 0, files: [], isComputed: false },
        languages: [],
        versions: [],
        problems: [],
        ms: 9,
        models,
      }
      await page.route(/\/projects\/try/, (route) => route.fulfill({ json: found }))
      await page.goto(`${server.url}/dashboard/default/settings/projects/new`)
      await page.getByRole('textbox', { name: 'Repository' }).fill('https://github.com/acme/docs')
      await page.getByRole('button', { name: 'Read the documentation' }).click()
      await page.getByRole('button', { name: 'Use the offline model' }).waitFor()
      await expectAccessibleInBothThemes(page, `steps ${screen.name}`)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(screen.viewport.width)
    },
  )

  test.for(SCREENS)(
    'the project is removed and restored, at $name',
    { timeout: 240_000 },
    async (screen, context) => {
      const id = `removed-${screen.name}`
      const draft = {
        id,
        name: `Manual ${screen.name}`,
        repository: `file://${server.repository}`,
        models: { assistant: 'test:model' },
      }
      const added = await server.call('POST', '/api/projects', {
        key: null,
        headers: owner.headers,
        body: draft,
      })
      expect(added.status).toBe(201)

      const { page } = await openDashboard(browser, context, server, owner.cookie, screen)
      await page.goto(`${server.url}/dashboard/default/${id}/project`)
      await page.getByRole('button', { name: 'Remove the project' }).click()
      const dialog = page.getByRole('dialog', { name: `Remove ${draft.name}?` })
      await dialog.waitFor()
      await expectAccessibleInBothThemes(page, `remove ${screen.name}`)
      await dialog.getByRole('button', { name: 'Remove the project' }).click()

      const removed = page.getByRole('region', { name: 'Removed' })
      await removed.getByText(draft.name).waitFor()
      expect(new URL(page.url()).pathname).toBe('/dashboard/default/settings/projects')
      await removed.scrollIntoViewIfNeeded()
      await expectAccessibleInBothThemes(page, `removed ${screen.name}`)
      await removed.getByRole('button', { name: `Restore ${draft.name}` }).click()
      await removed.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: draft.name }).first().waitFor()
    },
  )
})
