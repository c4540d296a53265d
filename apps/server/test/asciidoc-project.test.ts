import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '@docent/git'
import { OfflineModelProvider } from '@docent/model-offline'
import { GitDocsSource } from '@docent/source-git'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readFixtureSite } from '../../../packages/content/test/read-fixture-site.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const MINUTE = 60_000

let server: TestServer
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-asciidoc-'))
  const models = { assistant: 'offline:docent', agent: 'offline:docent' }
  server = await startTestServer({
    docs: readFixtureSite('antora'),
    models: new OfflineModelProvider({ deltaDelayMs: 0 }),
    source: new GitDocsSource({ cacheDir: directory }),
    project: { siteUrl: 'https://kestrel.example', models },
  })
}, MINUTE)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

describe('a project of AsciiDoc pages', () => {
  it(
    'is indexed, and a question is answered with a citation of the right anchor',
    async () => {
      const messages = [{ role: 'user', parts: [{ type: 'text', text: 'How do I make a backup?' }] }]
      const ask = () =>
        server.call('POST', '/discovery/v2/assistant/docs/message', { body: { fp: 'anonymous', messages } })
      await vi.waitFor(async () => {
        const answer = await ask()
        expect(answer.status).toBe(200)
        expect(answer.text).toContain(
          'https://kestrel.example/kestrel/2.4/guides/operate/backup#make-a-backup)',
        )
      }, MINUTE / 2)
    },
    MINUTE,
  )

  it(
    'has a page renamed by an agent job, which mends its xrefs, the navigation and an alias',
    async () => {
      const prompt =
        'Rename modules/guides/pages/operate/backup.adoc to modules/guides/pages/operate/snapshots.adoc'
      const created = await server.call('POST', '/v2/agent/docs/job', { body: { prompt } })
      expect(created.status).toBe(201)
      const { id, source } = created.body
      const job = await vi.waitFor(async () => {
        const read = await server.call('GET', `/v2/agent/docs/job/${id}`)
        expect(read.body.status).toBe('completed')
        return read.body
      }, MINUTE / 2)
      expect(job.prLink).not.toBeNull()
      const show = async (path: string) =>
        (await runGit(['show', `${source.ref}:${path}`], { gitDir: server.repository })).stdout.toString()
      expect(await show('modules/guides/nav.adoc')).toContain(
        '** xref:operate/snapshots.adoc[Back up and restore]',
      )
      expect(await show('modules/ROOT/pages/install.adoc')).toContain(
        'xref:guides:operate/snapshots.adoc#what-to-back-up[what to back up]',
      )
      expect(await show('modules/reference/pages/cli.adoc')).toContain('xref:guides:operate/snapshots.adoc[]')
      expect(await show('modules/guides/pages/operate/snapshots.adoc')).toContain(
        ':page-aliases: operate/backup.adoc',
      )
    },
    MINUTE,
  )
})
