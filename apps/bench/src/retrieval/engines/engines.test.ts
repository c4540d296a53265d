import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePage } from '@docent/content'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Entry } from '../collection.ts'
import { buildIndex, searchIndex } from '../measure-engine.ts'
import { ENGINES, engineNamed } from './engine-list.ts'

const PAGES = {
  'guides/keys.md':
    '# Keys\n\nA key is created once.\n\n## Rotation\n\nRotating credentials keeps them fresh.',
  'guides/webhooks.md': '# Webhooks\n\nDeliveries are signed, and repeated when the receiver fails.',
  'reference/limits.md': '# Limits\n\nRequests are counted by the minute.',
  'index.md': '# Welcome\n\nRead the guides first.',
}
const entries: Entry[] = Object.entries(PAGES).map(([file, source]) => {
  const { page, passages } = parsePage(file, source)
  return { page, passages, hash: file }
})
const TEXTS = [
  'how to rotate a credential',
  'signed delivery',
  'counting requests',
  'unheard-of gibberish',
  'the',
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-bench-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

// The one of PostgreSQL needs a server: its own suites compare it.
describe.each(ENGINES.filter(({ name }) => name !== 'docent-postgres'))('$name', (engine) => {
  test.each(['documentation', 'abstracts'] as const)(
    'finds the obvious page of %s by word stems',
    async (kind) => {
      const built = await buildIndex(engine, folder, kind, [entries.slice(0, 2), entries.slice(2)])
      expect(built).toMatchObject({ pages: 4, passages: 4 })
      expect(built.diskBytes).toBeGreaterThan(0)
      const { found, speed, residentBytes } = await searchIndex(engine, folder, kind, TEXTS, true)
      expect(found.slice(0, 3).map(([best]) => best)).toEqual([
        '/guides/keys',
        '/guides/webhooks',
        '/reference/limits',
      ])
      expect(found[3]).toEqual([])
      for (const pages of found) expect(new Set(pages).size).toBe(pages.length)
      expect(Object.keys(speed ?? {})).toEqual(['alone', 'cpuMs', 'crowded'])
      for (const { searches, p50, p99 } of speed === undefined ? [] : [speed.alone, speed.crowded]) {
        expect(searches).toBe(TEXTS.length)
        expect(p99).toBeGreaterThanOrEqual(p50)
      }
      expect(residentBytes).toBeGreaterThan(0)
    },
  )
})

test('an unknown engine is told with those that there are', () => {
  expect(() => engineNamed('lucene')).toThrow(
    'name one of docent, docent-postgres, docent-lancedb, minisearch',
  )
})

test('after its time a build adds no further pages', async () => {
  const endless = (function* () {
    while (true) yield entries
  })()
  const built = await buildIndex(engineNamed('sqlite-fts5'), folder, 'documentation', endless, 0)
  expect(built.pages).toBe(4)
})
