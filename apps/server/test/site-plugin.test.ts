import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@docent/core/plugin'
import { OfflineModelProvider } from '@docent/model-offline'
import { GitDocsSource } from '@docent/source-git'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { FROM_SOURCES } from '../../../scripts/from-sources.ts'
import { startTestServer } from './start-test-server.ts'

const MINUTE = 60_000

const handbook = definePlugin({
  name: 'handbook',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addFormat(new URL('./site-plugin/wiki.ts', import.meta.url))
    host.addGenerator(new URL('./site-plugin/handbook.ts', import.meta.url))
  },
})

const DOCS = {
  'handbook.json': JSON.stringify({ chapters: [{ title: 'The lamp', pages: ['care/wick'] }] }),
  'care/wick.wiki':
    '== Wick ==\n\nSee [[/handbook/oil|the oil]].\n\n=== Trim the wick ===\n\nTrim the wick of the lantern with the brass scissors every evening.\n',
  'oil.md': '# Oil\n\nFill in colza oil.\n',
  'drafts/secret.md': '# Secret\n\nNobody may read of the hidden paraffin.\n',
}

it(
  'indexes the pages of a format and a generator that a plugin brings, in threads',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'docent-site-plugin-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    // A test runner has no threads for sources, unless its own options say how to load them.
    const options = process.execArgv.length
    process.execArgv.push(...FROM_SOURCES)
    const models = { assistant: 'offline:docent', agent: 'offline:docent' }
    await using server = await startTestServer({
      docs: DOCS,
      models: new OfflineModelProvider({ deltaDelayMs: 0 }),
      source: new GitDocsSource({ cacheDir: directory }),
      project: { siteUrl: 'https://lantern.example', models },
      morePlugins: [handbook()],
    })
    try {
      const ask = async (question: string) => {
        const messages = [{ role: 'user', parts: [{ type: 'text', text: question }] }]
        const body = { fp: 'anonymous', messages }
        return (await server.call('POST', '/discovery/v2/assistant/docs/message', { body })).text
      }
      await vi.waitFor(
        async () =>
          expect(await ask('How do I trim the wick?')).toContain(
            'https://lantern.example/handbook/care/wick#trim-the-wick)',
          ),
        MINUTE,
      )
      expect(await ask('What is the hidden paraffin?')).not.toContain('drafts')
    } finally {
      process.execArgv.length = options
    }
  },
  2 * MINUTE,
)
