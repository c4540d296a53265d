// Walks as a new user does, in Chromium, and prints the times: a fresh clone, `npm start`, the printed link, a cited
// answer, a pull request, answers from a repository of one's own, the widget in a page. Fails when a stage comes later than
// its goal. CONTRIBUTING has the command.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { serveRepository } from '@docent/simulators'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { withForeignPage } from './foreign-page.ts'
import { startFreshClone } from './fresh-clone.ts'
import { startQuotingModel } from './quoting-model.ts'
import { StopWatch } from './stop-watch.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    folder: { type: 'string', default: 'apps/docs/content' },
    question: { type: 'string', default: 'How do I connect GitHub?' },
    reading: { type: 'string', default: '2' },
    pictures: { type: 'string', default: join(tmpdir(), 'docent-walk') },
  },
})
const WAIT_MS = 120_000

const folder = await mkdtemp(join(tmpdir(), 'docent-walk-'))
const watch = new StopWatch(values.pictures, Number(values.reading) * 1000)
const repository = await serveRepository(values.repository ?? join(folder, 'docent', '.git'), 'handbook')
const model = await startQuotingModel()
const clone = await startFreshClone(root, join(folder, 'docent'))
watch.reached('npm start has printed the link', 60)
const browser = await launchChromium()
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  await page.goto(clone.link)
  await askTheDemo(page)
  await changeTheDemo(context, page)
  await addOwnDocumentation(page)
  await putWidgetInPage(page)
} finally {
  await browser.close()
  await clone.stop()
  await model.close()
  await repository.close()
  await rm(folder, { recursive: true, force: true })
}
console.table(
  watch.stages.map(({ name, at, goal, actions }) => ({ name, seconds: Math.round(at), goal, actions })),
)
if (watch.stages.some(({ at, goal }) => at > goal)) process.exitCode = 1

async function askTheDemo(page: Page): Promise<void> {
  await watch.click(page.getByRole('button', { name: 'Ask how to connect GitHub' }))
  await page.getByRole('button', { name: 'Save to the evaluation set' }).waitFor()
  await watch.look(page, 'cited-answer')
  watch.reached('the demo has answered with sources', 60)
}

async function changeTheDemo(context: BrowserContext, page: Page): Promise<void> {
  await watch.click(page.getByRole('link', { name: 'Home' }))
  await watch.click(page.getByRole('button', { name: 'Change the title' }))
  const pull = page.getByRole('link', { name: /^Pull request #/ })
  await pull.waitFor()
  const [opened] = await Promise.all([context.waitForEvent('page'), watch.click(pull)])
  await opened.getByRole('button', { name: /^Merge/ }).waitFor()
  await watch.look(opened, 'pull-request')
  watch.reached('the pull request is open', 120)
  await opened.close()
}

async function addOwnDocumentation(page: Page): Promise<void> {
  await watch.click(page.getByRole('link', { name: 'Home' }))
  await watch.click(page.getByRole('button', { name: 'Add a project' }))
  await watch.fill(page.getByRole('textbox', { name: 'Repository' }), repository.url)
  await watch.fill(page.getByRole('textbox', { name: 'Folder' }), values.folder)
  await watch.click(page.getByRole('button', { name: 'Read the documentation' }))
  await watch.click(page.getByRole('button', { name: 'Connect a model' }))
  await watch.click(page.getByRole('button', { name: /Provider/ }))
  await watch.click(page.getByRole('option', { name: 'OpenAI-compatible server' }))
  await watch.fill(page.getByRole('textbox', { name: 'Address' }), model.baseURL)
  await watch.fill(page.getByRole('textbox', { name: 'Model' }), 'quoting')
  await watch.click(page.getByRole('button', { name: 'Connect', exact: true }))
  await watch.click(page.getByRole('button', { name: 'Add the project' }))
  await watch.click(page.getByRole('link', { name: 'Ask a question' }))
  await watch.fill(page.getByRole('textbox', { name: 'Question' }), values.question)
  await watch.click(page.getByRole('button', { name: 'Ask', exact: true }))
  await page.getByRole('button', { name: 'Save to the evaluation set' }).waitFor()
  await watch.look(page, 'own-answer')
  watch.reached('the own documentation has answered', 300)
}

async function putWidgetInPage(page: Page): Promise<void> {
  await watch.click(page.getByRole('link', { name: 'Home' }))
  await watch.click(page.getByRole('button', { name: 'Create its key' }))
  await watch.click(page.getByRole('dialog').getByRole('button', { name: 'Create key' }))
  const lines = page.getByRole('region', { name: 'tag', exact: true })
  await lines.waitFor()
  await watch.look(page, 'created-key')
  await withForeignPage((await lines.textContent()) ?? '', async (address) => {
    await page.goto(address)
    await watch.click(page.getByRole('button', { name: 'Ask AI' }))
    await watch.fill(page.getByRole('textbox').first(), values.question)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'This helped' }).first().waitFor()
    await watch.look(page, 'widget')
  })
  watch.reached('the widget has answered in a page', 480)
}
