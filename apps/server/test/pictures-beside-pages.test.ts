import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitDocsSource } from '@docent/source-git'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from './start-test-server.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])

const SITES: Record<string, { docs: Record<string, string | Uint8Array>; docsPath?: string; page: string }> =
  {
    'public of VitePress, below the repository': {
      docs: {
        'docs/.vitepress/config.ts': 'export default {}',
        'docs/public/p.png': PNG,
        'docs/a.md': '![p](/p.png)',
      },
      page: '/a',
    },
    'public of VitePress, in the documentation folder': {
      docs: {
        'docs/.vitepress/config.ts': 'export default {}',
        'docs/public/p.png': PNG,
        'docs/a.md': '![p](/p.png)',
      },
      docsPath: 'docs',
      page: '/a',
    },
    'static of Docusaurus, beside the documentation folder': {
      docs: { 'website/static/img/p.png': PNG, 'docs/a.md': '![p](/img/p.png)' },
      docsPath: 'docs',
      page: '/a',
    },
    'static of Docusaurus, by the name of the site': {
      docs: {
        'docusaurus.config.js': "module.exports={presets:[['classic',{docs:{}}]]}",
        'static/p.png': PNG,
        'docs/a.md': '![p](@site/static/p.png)',
      },
      page: '/docs/a',
    },
  }

test.each(Object.entries(SITES))('a picture is shown from %s', async (_, { docs, docsPath, page }) => {
  const directory = await mkdtemp(join(tmpdir(), 'docent-beside-'))
  const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
  onTestFinished(async () => {
    await source.close()
    await rm(directory, { recursive: true, force: true })
  })
  await using server = await startTestServer({
    docs,
    source,
    site: 'public',
    project: docsPath === undefined ? {} : { docsPath },
  })
  await server.running.indexing.settled()
  const html = await (await fetch(`${server.url}/site/docs${page}`)).text()
  const [, src = ''] = /<img[^>]*src="([^"]+)"/.exec(html) ?? []
  const reply = await fetch(new URL(src, server.url))
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
})
