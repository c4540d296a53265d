import { IndexProject } from '@docent/core'
import { ProjectStore, projectId } from '@docent/core/plugin'
import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, openDashboard, settled } from './dashboard-pages.ts'

describe('what an index lost', needs(CHROMIUM), () => {
  test('stands on Home and on the page of the project, with the files', async (context) => {
    const server = await startTestServer({
      source: {
        name: 'listed',
        matches: () => true,
        list: async () => ({
          revision: 'one',
          files: [{ path: 'a.md', hash: '1', read: async () => new TextEncoder().encode('# Lantern') }],
          unread: ['reference/wick.textile', 'reference/oil.textile'],
          problems: [
            { kind: 'size', path: 'big.md', message: 'The file has 2000000 bytes.', severity: 'error' },
          ],
          close: async () => {},
        }),
      },
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const project = await server.running.docent.resolve(ProjectStore).get(projectId('docs'))
    if (!project) throw new Error('There is no project.')
    await expect
      .poll(
        () =>
          server.running.docent
            .resolve(IndexProject)
            .run(project)
            .catch(() => undefined),
        {
          timeout: 60_000,
        },
      )
      .toMatchObject({ pages: 1 })
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const { cookie } = await signIn(server, 'owner')
    const { page } = await openDashboard(browser, context, server, cookie)
    await page.goto(`${server.url}/dashboard/default/docs`)
    await settled(page)
    await page.getByText('1 file is too large').first().waitFor()
    await expectAccessibleInBothThemes(page, 'home with losses')
    await page.goto(`${server.url}/dashboard/default/docs/project`)
    await settled(page)
    expect(await page.getByText('Incomplete').count()).toBe(1)
    await page.getByText('Where').last().click()
    await page.getByText('reference/wick.textile').waitFor()
    await expectAccessibleInBothThemes(page, 'project with losses')
  }, 120_000)
})
