import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { CHROMIUM } from '@docent/simulators/services'
import { GitDocsSource } from '@docent/source-git'
import { needs } from '@docent/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileAnswers } from '../../../../packages/core/test/citations/hostile-answers.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { launchChromium } from './chromium.ts'
import { HOSTILE_MDX, HOSTILE_PARTS } from './hostile-pages.ts'
import { openPage } from './open-page.ts'

const HOST = 'stranger.invalid'
const named = (parts: readonly string[]) => parts.map((part) => part.replaceAll('HOST', HOST))

const COMPONENTS = `---
title: Everything
description: A page that has one of everything that pages have.
---

Intro with \`code\`, **words** and a [link](/plain).

## Callouts

<Note>A note.</Note>
<Tip>A tip.</Tip>
<Warning>A warning with [a link](/plain) and \`code\`.</Warning>
<Danger title="Stop">A danger.</Danger>

## Layout

<CardGroup cols={2}>
  <Card title="First" href="/plain">Leads on.</Card>
  <Card title="Second">Stays.</Card>
</CardGroup>

<Steps>
  <Step title="One">Do it.</Step>
  <Step title="Two">Do the other.</Step>
</Steps>

<Tabs>
  <Tab title="npm">\`npm i\`</Tab>
  <Tab title="pnpm">\`pnpm i\`</Tab>
</Tabs>

<AccordionGroup><Accordion title="More">Text.</Accordion></AccordionGroup>

## Code

<CodeGroup>
\`\`\`js client.js
const answer = await ask("why") // a comment
\`\`\`

\`\`\`py client.py
answer = ask("why")  # a comment
\`\`\`
</CodeGroup>

\`\`\`bash title="Terminal"
npm install a-package-with-a-name-that-is-much-longer-than-a-phone-is-wide --save-dev
\`\`\`

## Data

| Name | Type | Description |
| --- | --- | --- |
| \`a\` | string | the first of several columns of a table that is wide |

<ParamField path="id" type="string" required>Of the thing.</ParamField>

- [x] done
- [ ] open

<Unknown>A component that nobody knows.</Unknown> Text[^1].

[^1]: A footnote.
`

const TABS = '<Tabs>\n<Tab title="npm">a</Tab>\n<Tab title="pnpm">b</Tab>\n</Tabs>\n\n'
const DRAWN = `# Drawn

\`\`\`mermaid
graph LR
  A[Start] --> B{Error?}
\`\`\`

\`\`\`mermaid
no diagram at all
\`\`\`

The formula $x^2$.

${TABS}${TABS}`

/** Twelve columns, each with a word and with code that is longer than its share of a sheet. */
const WIDE = `# Wide

| ${Array.from({ length: 12 }, (_, at) => `Column ${at}`).join(' | ')} |
|${' --- |'.repeat(12)}
| ${Array.from({ length: 12 }, (_, at) => `\`maxRequestsPerSecond${at}\` is a limit`).join(' | ')} |
`

describe('rendered pages in a browser', needs(CHROMIUM), () => {
  let directory: string
  let source: GitDocsSource
  let server: TestServer
  let browser: Browser
  const hostile: string[] = []

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'docent-site-'))
    source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    const docs: Record<string, string> = {
      'index.mdx': COMPONENTS,
      'plain.md': '# Plain\n\nText.\n',
      'wide.md': WIDE,
      'drawn.mdx': DRAWN,
      'deep/inside/page.md': '# Page\n\nText.\n',
      'deep/inside/other.md': '# Other\n\nText.\n',
    }
    const add = (name: string, text: string) => {
      docs[name] = text
      hostile.push(`/site/docs/${name.replace(/\.mdx?$/, '')}`)
    }
    add('markdown.md', named(HOSTILE_PARTS).join('\n\n'))
    for (const [at, parts] of Object.values(hostileAnswers).entries())
      add(`answers${at}.md`, parts.join('\n\n'))
    // Each alone as well: one that breaks the parser would hide the others.
    for (const [at, part] of named(HOSTILE_PARTS).entries()) docs[`m${at}.md`] = `${part}\n`
    for (const [at, part] of named(HOSTILE_MDX).entries()) add(`x${at}.mdx`, `# X\n\n${part}\n`)
    add('mdx.mdx', named(HOSTILE_MDX).join('\n\n'))
    server = await startTestServer({ source, docs, site: 'public' })
    await server.running.indexing.settled()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.[Symbol.asyncDispose]()
    await source?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test.for([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'are accessible and keep to their policy at %i px, %s',
    async ([width, colorScheme], context) => {
      const { page, complaints } = await openPage(browser, context)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.goto(`${server.url}/site/docs/`)
      await page.locator('.tab-list').first().waitFor()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(complaints).toEqual([])
      if (process.env.PICTURES) {
        await mkdir(process.env.PICTURES, { recursive: true })
        await page.screenshot({
          path: join(process.env.PICTURES, `site-${width}-${colorScheme}.png`),
          fullPage: true,
        })
      }
    },
  )

  test('have a menu that copies them, by the keyboard too', async (context) => {
    const { page, complaints } = await openPage(browser, context, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${server.url}/site/docs/plain`)
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    const button = page.getByRole('button', { name: 'Copy page' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Copied').waitFor()
    const { text } = await server.call('GET', '/site/docs/plain.md', { key: null })
    expect(await copied()).toBe(text)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Open in ChatGPT (new tab)' }).waitFor()
    const { violations } = await new AxeBuilder({ page }).include('.page-menu').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await page.getByRole('button', { name: 'Copy MCP address' }).click()
    await expect.poll(copied).toBe(`${server.url}/mcp/docs`)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'View as Markdown' }).isVisible()).toBe(false)
    expect(await page.locator('.page-menu summary:focus').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('draw diagrams in a frame without an origin, and show their text where it is none', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    await page.goto(`${server.url}/site/docs/drawn`)
    const drawn = page.locator('.diagram img')
    await drawn.first().waitFor()
    expect(await drawn.count()).toBe(1)
    expect(Number(await drawn.getAttribute('width'))).toBeGreaterThan(50)
    expect(await page.evaluate('document.querySelector(".diagram img").naturalWidth')).toBeGreaterThan(50)
    const first = await drawn.getAttribute('src')
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, 'site-drawn.png'), fullPage: true })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => drawn.getAttribute('src')).not.toBe(first)
    await page.getByRole('button', { name: 'Show text' }).click()
    expect(await page.locator('.diagram pre').first().isVisible()).toBe(true)
    expect(await page.locator('.diagram pre').nth(1).textContent()).toContain('no diagram at all')
    expect(await page.locator('math').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('keep groups of tabs in step, also on the next page', async (context) => {
    const { page } = await openPage(browser, context)
    await page.goto(`${server.url}/site/docs/drawn`)
    await page.getByRole('tab', { name: 'pnpm' }).first().click()
    expect(await page.getByRole('tab', { name: 'pnpm', selected: true }).count()).toBe(2)
    await page.goto(`${server.url}/site/docs/`)
    expect(await page.getByRole('tab', { name: 'pnpm', selected: true }).count()).toBe(1)
  })

  test('say where a page stands', async (context) => {
    const { page } = await openPage(browser, context)
    await page.goto(`${server.url}/site/docs/deep/inside/page`)
    expect(
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents(),
    ).toEqual(['Deep', 'Inside'])
  })

  test('are printed whole, also tables that scroll on a screen', async (context) => {
    const { page } = await openPage(browser, context)
    // A sheet of A4 within margins of 1 cm, at 96 dpi.
    await page.setViewportSize({ width: 718, height: 1047 })
    await page.goto(`${server.url}/site/docs/wide`)
    const excess = () => page.evaluate('document.querySelector(".table table").scrollWidth - innerWidth')
    expect(await excess()).toBeGreaterThan(0)
    await page.emulateMedia({ media: 'print' })
    expect(await excess()).toBeLessThanOrEqual(0)
    if (process.env.PICTURES) {
      await mkdir(process.env.PICTURES, { recursive: true })
      await page.screenshot({ path: join(process.env.PICTURES, 'site-wide-print.png') })
    }
  })

  test('run nothing and ask no stranger for anything, whatever a page holds', async (context) => {
    const { page, complaints } = await openPage(browser, context)
    const ran: string[] = []
    const asked: string[] = []
    await page.exposeFunction('pwned', (what: unknown) => void ran.push(String(what)))
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== server.url) asked.push(request.url())
    })
    page.on('dialog', (dialog) => {
      ran.push('dialog')
      void dialog.dismiss()
    })
    for (const path of hostile) {
      const reply = await page.goto(server.url + path, { waitUntil: 'load' })
      expect([path, reply?.status()]).toEqual([path, 200])
      for (const link of await page.locator('.content a[href]').all()) {
        const href = (await link.getAttribute('href')) ?? ''
        expect([path, href]).toEqual([path, expect.stringMatching(/^(?:https?:|mailto:|tel:|[/#?])/)])
      }
    }
    expect(ran).toEqual([])
    expect(asked).toEqual([])
    // A violation of the policy would be something that only the policy stopped.
    expect(complaints.filter((complaint) => /Content Security Policy|violat/i.test(complaint))).toEqual([])
  })

  test('show every hostile part alone, and none as more than text and safe HTML', async () => {
    for (const at of HOSTILE_PARTS.keys()) {
      const { status, text } = await server.call('GET', `/site/docs/m${at}`, { key: null })
      const content = /<div class="content">([\s\S]*)<\/article>/.exec(text)?.[1] ?? ''
      expect([at, status]).toEqual([at, 200])
      expect(content.replaceAll(/"[^"]*"/g, '""')).not.toMatch(
        /<(?:script|style|iframe|object|embed|form|svg|math|link|meta|base|video|audio)\b/i,
      )
      expect(content.replaceAll(/"[^"]*"/g, '""').replaceAll(/>[^<]*</g, '><')).not.toMatch(
        /\s(?:on\w+|style|srcset|ping|name)=/i,
      )
    }
  })
})
