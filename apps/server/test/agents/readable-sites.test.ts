import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GitDocsSource } from '@docent/source-git'
import { computeScore, runChecks } from 'afdocs'
import { describe, expect, test } from 'vitest'
import { siteSources } from '../facts/site-sources.ts'
import { startTestServer } from '../start-test-server.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const SITES = [
  'apps/docs/content/',
  'packages/content/test/sites/docusaurus/',
  'packages/content/test/sites/mintlify/',
]

/** @see https://agentdocsspec.com */
describe('the public checker of documentation for agents', () => {
  test.for(SITES)('gives 100 of 100 to %s', { timeout: 180_000 }, async (folder) => {
    const directory = await mkdtemp(join(tmpdir(), 'docent-agents-'))
    const source = new GitDocsSource({ cacheDir: join(directory, 'cache') })
    await using server = await startTestServer({ source, docs: siteSources(ROOT + folder), site: 'public' })
    await server.running.indexing.settled()
    const report = await runChecks(`${server.url}/site/docs/`, {
      requestDelay: 0,
      samplingStrategy: 'deterministic',
      // Of each check, so that every kind of page is among them.
      maxLinksToTest: 30,
    })
    expect(report.testedPages).toBeGreaterThan(5)
    const failed = report.results.filter(({ status }) => status === 'fail' || status === 'error')
    expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    expect(computeScore(report).overall).toBe(100)
    await source.close()
    await rm(directory, { recursive: true, force: true })
  })
})
