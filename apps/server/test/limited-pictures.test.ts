import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './start-test-server.ts'

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex')
const DOCS = {
  'index.mdx':
    '# Home\n\n![a](images/open.png) <img src="/images/my%20html.png" />\n\n<Card img={"./images/attribute.png"} />\n\n![s](<images/with space.png>)\n',
  'deep/b.md': '---\ntitle: B\nimage: ../images/front.png\n---\n\n![x](../images/shared.png "title")\n',
  'staff/secret.md':
    '---\ntitle: S\ngroups: [staff]\n---\n\n![p](../images/plan.png) ![x](../images/shared.png) ![o](open.png)\n',
  'draft.md': '---\ntitle: D\ndraft: true\n---\n\n![d](images/draft.png)\n',
  'images/open.png': PNG,
  'images/my html.png': PNG,
  'images/attribute.png': PNG,
  'images/with space.png': PNG,
  'images/front.png': PNG,
  'images/shared.png': PNG,
  'images/plan.png': PNG,
  'images/draft.png': PNG,
  'images/unused.png': PNG,
  // The name of an open picture, in another folder.
  'staff/open.png': PNG,
}

let directory: string
let source: GitDocsSource
let server: TestServer

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-pictures-'))
  source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  server = await startTestServer({ source, docs: DOCS, site: 'public' })
  await server.running.indexing.settled()
}, 120_000)

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await source?.close()
  await rm(directory, { recursive: true, force: true })
})

const get = (path: string) => server.call('GET', `/site/docs/_files/${path}`, { key: null, headers: {} })

test('a picture of a page that is limited, a draft, or not there is not there', async () => {
  for (const path of [
    'images/plan.png',
    'images/draft.png',
    'images/unused.png',
    'staff/open.png',
    'staff/../images/plan.png',
    'images/%70lan.png',
    './images/plan.png',
  ])
    expect((await get(path)).status, path).toBe(404)
})

test('a picture of an open page is there for everyone', async () => {
  for (const path of [
    'images/open.png',
    'images/my%20html.png',
    'images/attribute.png',
    'images/with%20space.png',
    'images/front.png',
    'images/shared.png',
  ])
    expect((await get(path)).status, path).toBe(200)
})
