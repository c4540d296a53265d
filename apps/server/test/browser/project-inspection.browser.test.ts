import { CHROMIUM } from '@docent/simulators/services'
import { needs } from '@docent/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startTestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { expectAccessibleInBothThemes, openDashboard, SCREENS, settled } from './dashboard-pages.ts'

const TEXTS = {
  'docusaurus.config.js': "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } }",
  'sidebars.js': "module.exports = { docs: ['intro', 'guides/lamps', ...more()] }",
  'docs/intro.md': '# Lanterns\n',
  'docs/guides/lamps.md': '# Lamps\n',
  'docs/draft.md': '---\ndraft: true\n---\n\n# Draft\n',
  'docs/broken.md': '---\ntitle: [Broken\n---\n\n# Broken\n',
  'i18n/fr/docusaurus-plugin-content-docs/current/intro.md': '# Lanternes\n',
}

describe.each(SCREENS)('a project that is added, $name pixels wide', needs(CHROMIUM), (screen) => {
  test('shows before it is indexed how its site is understood', async (context) => {
    const files = Object.entries(TEXTS).map(([path, text]) => ({
      ...{ path, hash: path, read: async () => new TextEncoder().encode(text) },
    }))
    const list = async () => ({ revision: 'one', files, unread: ['docs/oil.textile'], close: async () => {} })
    const server = await startTestServer({ source: { name: 'listed', matches: () => true, list } })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const { cookie } = await signIn(server, 'owner')
    const { page } = await openDashboard(browser, context, server, cookie, screen)
    await page.goto(`${server.url}/dashboard/default/settings/projects/new`)
    await settled(page)
    await page.getByRole('textbox', { name: 'Repository' }).fill('https://github.com/acme/lanterns')
    await page.getByRole('button', { name: 'Read the documentation' }).click()
    await page.getByText('Docusaurus, by docusaurus.config.js').waitFor()
    await page.getByText('1 page has frontmatter that cannot be read').waitFor()
    await page.getByText('Where').first().click()
    await page.getByText('Left out').scrollIntoViewIfNeeded()
    expect(await page.getByText('from sidebars.js').count()).toBe(1)
    await expectAccessibleInBothThemes(page, `inspection ${screen.name}`)
  }, 180_000)
})
