import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

let directory: string
let source: GitDocsSource
let server: TestServer

/** Its current version is older than the newest, which only its configuration says. */
const docs = {
  'docusaurus.config.js': `module.exports = {
    i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
    presets: [['classic', { docs: { path: 'docs', lastVersion: '2.0', versions: { '2.0': { path: 'stable-2' } } } }]],
  }`,
  'versions.json': '["3.0", "2.0"]',
  'docs/keys.md': '# Keys\n\nA lantern is rotated by the engine in work.',
  'versioned_docs/version-3.0/keys.md': '# Keys\n\nA lantern is rotated at noon.',
  'versioned_docs/version-2.0/keys.md': '# Keys\n\nA lantern is rotated at night.',
  'versioned_docs/version-2.0/first.md': '# First\n\nBegin here.',
  'i18n/fr/docusaurus-plugin-content-docs/version-2.0/keys.md': '# Clés\n\nUne lanterne se tourne la nuit.',
  'src/pages/about.md': '# About\n\nWho made the lantern.',
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-variants-'))
  source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  server = await startTestServer({ source, docs, site: 'public' })
  await server.running.indexing.settled()
}, 60_000)

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await source?.close()
  await rm(directory, { recursive: true, force: true })
})

const variants = async (body: object) =>
  server.call('POST', '/discovery/v1/variants/docs', { key: server.assistantKey, body })
const search = async (body: object) => {
  const reply = await server.call('POST', '/discovery/v1/search/docs', {
    key: server.assistantKey,
    body: { query: 'lantern rotated', ...body },
  })
  return (reply.body as { path: string }[]).map(({ path }) => path)
}

describe('a Docusaurus site with versions and a translation', () => {
  test('tells which there are, and which the page has', async () => {
    expect(await variants({ path: '/docs/3.0/keys' })).toMatchObject({
      status: 200,
      body: {
        versions: [
          { name: '2.0', label: '2.0', isCurrent: true },
          { name: 'current', label: 'next', isCurrent: false },
          { name: '3.0', label: '3.0', isCurrent: false },
        ],
        languages: [{ name: 'fr', label: 'français' }],
        page: { version: '3.0', language: null },
      },
    })
    expect((await variants({})).body).toMatchObject({ page: { version: null, language: null } })
    expect((await server.call('POST', '/discovery/v1/variants/docs', { key: null, body: {} })).status).toBe(
      401,
    )
  })

  test('is searched in its current version, as its configuration says, or in the one that is asked for', async () => {
    expect((await search({})).sort()).toEqual(['/about', '/docs/stable-2/keys'])
    expect(await search({ query: 'lantern rotated in 3.0' })).toContain('/docs/3.0/keys')
    expect((await search({ filter: { version: 'current' } })).sort()).toEqual(['/about', '/docs/next/keys'])
  })

  test('has a picker on its pages that leads to the same page', async () => {
    const page = await (await fetch(`${server.url}/site/docs/docs/stable-2/keys`)).text()
    const lists = [...page.matchAll(/<details class="variants">.*?<\/details>/gs)].map(([list]) => list)
    const links = lists.map((list) =>
      [...list.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, ...found]) => found),
    )
    expect(links).toEqual([
      [
        ['/site/docs/docs/stable-2/keys', '2.0'],
        ['/site/docs/docs/next/keys', 'next'],
        ['/site/docs/docs/3.0/keys', '3.0'],
      ],
      [
        ['/site/docs/docs/stable-2/keys', 'Default'],
        ['/site/docs/fr/docs/stable-2/keys', 'français'],
      ],
    ])
    const first = await (await fetch(`${server.url}/site/docs/docs/stable-2/first`)).text()
    expect(first).toContain('href="/site/docs/docs/3.0/keys">3.0</a>')
    expect(first).toContain('path="/docs/stable-2/first"')
  })
})
