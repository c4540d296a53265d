import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { readFile } from './read-file.ts'

const lines = (count: number) => Array.from({ length: count }, (_, n) => `l${n + 1}`).join('\n')

describe('read_file', () => {
  test('numbers the lines and leaves out carriage returns and the byte order mark', async () => {
    const scene = toolScene({ 'a.md': '\ufeffone\r\ntwo\r\n' })
    expect(await scene.call(readFile, { path: 'a.md' })).toBe('1\tone\n2\ttwo')
  })

  test('reads a range and says of how many lines', async () => {
    const scene = toolScene({ 'a.md': `${lines(30)}\n` })
    expect(await scene.call(readFile, { path: 'a.md', start_line: 4, end_line: 5 })).toBe(
      '4\tl4\n5\tl5\n(Lines 4 to 5 of 30.)',
    )
    expect(await scene.call(readFile, { path: 'a.md', start_line: 31 })).toContain('has 30 lines')
    expect(await scene.call(readFile, { path: 'a.md', start_line: 5, end_line: 4 })).toContain('before')
  })

  test('cuts after so many lines or characters and says how to read on', async () => {
    const scene = toolScene({ 'long.md': lines(1500), 'wide.md': `${'x'.repeat(1900)}\n`.repeat(100) })
    const long = await scene.call(readFile, { path: 'long.md' })
    expect(long.split('\n').at(-1)).toBe(
      '… cut after line 1000 of 1500. Read on: <docent-more start_line="1001" />',
    )
    const wide = await scene.call(readFile, { path: 'wide.md' })
    expect(wide.split('\n').at(-1)).toBe(
      '… cut after line 42 of 100. Read on: <docent-more start_line="43" />',
    )
  })

  test('lists a folder', async () => {
    const scene = toolScene({ 'docs/a.md': 'x', 'docs/b/c.md': 'y' })
    expect(await scene.call(readFile, { path: './docs/' })).toBe(
      './docs/ is a folder. Its files:\ndocs/a.md\ndocs/b/c.md',
    )
  })

  test('names files that look alike, and refuses binary ones', async () => {
    const scene = toolScene({ 'docs/setup.mdx': 'x', 'a.png': Uint8Array.from([1, 0, 2]) })
    expect(await scene.call(readFile, { path: 'setup.md' })).toContain('Did you mean docs/setup.mdx?')
    expect(await scene.call(readFile, { path: 'a.png' })).toContain('binary')
  })
})
