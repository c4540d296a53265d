import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { searchFiles } from './search-files.ts'

describe('search_files', () => {
  test('shows hits with the lines around them', async () => {
    const scene = toolScene({ 'a.md': 'one\ntwo\nthree\nfour\nfive\ntwo\n' })
    expect(await scene.call(searchFiles, { pattern: '^two$', context: 1 })).toBe(
      'a.md-1- one\na.md:2: two\na.md-3- three\n--\na.md-5- five\na.md:6: two',
    )
    expect(await scene.call(searchFiles, { pattern: 'none' })).toBe('No matches.')
  })

  test('says how many more there are, and where', async () => {
    const scene = toolScene({ 'a.md': 'hit\n'.repeat(150), 'b.md': 'hit\n'.repeat(70), 'c.md': 'hit\n' })
    const reply = (await scene.call(searchFiles, { pattern: 'hit' })).split('\n')
    expect(reply).toHaveLength(201)
    expect(reply.at(-1)).toBe(
      '… there are more matches: 21 in 2 files, most in b.md (20), c.md (1). Narrow the search by the pattern or by paths.',
    )
  })

  test('cuts long lines and long replies', async () => {
    const scene = toolScene({ 'a.md': `${'hit '.repeat(500)}\n`.repeat(190) })
    const reply = await scene.call(searchFiles, { pattern: 'hit' })
    expect(reply.length).toBeLessThan(70_000)
    expect(reply).toContain('(line cut)')
    expect(reply).toMatch(/there are more matches: \d+ in 1 files/)
  })
})
