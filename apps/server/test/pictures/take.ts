// Takes the pictures of the README and the documentation anew, in Chromium, of a fresh server with its demo:
// `pnpm run bundle`, then `node --import ./scripts/sources.mjs apps/server/test/pictures/take.ts`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { withForeignPage } from '../walk/foreign-page.ts'
import { seedMonth } from './seed-month.ts'

const root = new URL('../../../../', import.meta.url)
const pictures = new URL('apps/docs/content/images/', root)
const QUALITY = 82
const WAIT_MS = 40_000
const READ = [
  '/quickstart',
  '/guides/widget',
  '/guides/github',
  '/api/overview',
  '/guides/keys',
  '/reference/cli',
]

const folder = await mkdtemp(join(tmpdir(), 'docent-pictures-'))
const { server, link, key } = await startDemo(folder)
const browser = await launchChromium()
try {
  const { origin } = new URL(link)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.25,
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Ask how to connect GitHub' }).click()
  await hideBanner(page)
  await page.getByRole('button', { name: 'Save to the evaluation set' }).waitFor()
  await take(page, 'playground')

  await page.goto(`${origin}/dashboard`)
  await page.getByRole('button', { name: 'Change the title' }).click()
  await hideBanner(page)
  const pull = page.getByRole('link', { name: /^Pull request #/ })
  await pull.waitFor()
  await page.getByRole('button', { name: 'Edit index.mdx' }).click()
  await take(page, 'job')

  const [pullPage] = await Promise.all([context.waitForEvent('page'), pull.click()])
  await pullPage.getByRole('button', { name: /^Merge/ }).waitFor()
  await pullPage.evaluate('window.scrollTo(0, 330)')
  await pullPage.frameLocator('iframe[title^="Before"]').getByRole('heading', { level: 1 }).waitFor()
  await pullPage.frameLocator('iframe[title^="After"]').getByRole('heading', { level: 1 }).waitFor()
  await take(pullPage, 'pull-request')

  await seedMonth(join(folder, 'data', 'docent.db'))
  await openPages(origin, key)
  await page.goto(`${origin}/dashboard/default/docent/analytics`)
  await page.getByRole('heading', { name: 'Cost by model' }).waitFor()
  await hideBanner(page)
  await take(page, 'analytics')

  await page.goto(`${origin}/dashboard/default/settings/api-keys?new=true`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Website')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const tag = await page.getByRole('region', { name: 'tag', exact: true }).textContent()
  await withForeignPage(tag ?? '', async (address) => {
    await page.goto(address)
    await page.getByRole('button').first().click()
    await page.getByRole('textbox').first().fill('What happens to a job when the server is killed?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'This helped' }).first().waitFor()
    await take(page, 'widget')
  })
} finally {
  await browser.close()
  server.kill()
  await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
}

/** A server of the sources with nothing in its data directory, the link that signs its owner in, and its public key. */
async function startDemo(directory: string): Promise<{ server: ChildProcess; link: string; key: string }> {
  const main = fileURLToPath(new URL('apps/server/src/main.ts', root))
  const loader = new URL('scripts/sources.mjs', root).href
  const child = spawn(process.execPath, ['--import', loader, main], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, PORT: '0', DOCENT_DATA: join(directory, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const link = /http:\S+\/dashboard\/link#\S+/.exec(printed)?.[0]
      const key = /svc_dsc_\S+/.exec(printed)?.[0]
      if (link && key && printed.includes(' indexed ')) resolve({ server: child, link, key })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`The server ended:\n${printed}`)))
  })
}

/** Readers of a day, each of them of another browser, and a program that reads for somebody. */
async function openPages(origin: string, key: string): Promise<void> {
  for (let reader = 0; reader < 48; reader++)
    for (const path of READ.slice(0, 1 + ((reader * 5) % READ.length)))
      await fetch(`${origin}/discovery/v1/view/docent`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'user-agent':
            reader % 6 === 0 ? `ChatGPT-User/1.${reader}` : `Mozilla/5.0 Firefox/${reader + 90}.0`,
        },
        body: JSON.stringify({ path }),
      })
}

/** It is about the first minute alone. */
async function hideBanner(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('.banner')?.remove()")
}

/** WebP, which the browser writes itself: a third of the PNG. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 600)))')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await writeFile(new URL(`${name}.webp`, pictures), Buffer.from(data, 'base64'))
  await session.detach()
}
