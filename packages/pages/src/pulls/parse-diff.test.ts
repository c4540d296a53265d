import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '@docent/git'
import { makeGitOrigin, type SeedFile } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseDiff } from './parse-diff.ts'

describe('parseDiff', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parse-diff-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  /** What git itself says of two states of a repository. */
  async function diff(before: Record<string, SeedFile>, after: Record<string, SeedFile | null>) {
    const gitDir = join(directory, 'origin.git')
    const origin = await makeGitOrigin(gitDir, before)
    await origin.commitDirectly('next', after, { from: 'main' })
    const { stdout } = await runGit(['diff', '-M', 'main', 'next', '--'], { gitDir })
    return parseDiff(stdout.toString())
  }

  test('reads changed lines with their numbers', async () => {
    const lines = (changed: string) => `one\ntwo\n${changed}\nfour\nfive\n`
    const [file] = await diff({ 'a.md': lines('three') }, { 'a.md': lines('3') })
    expect(file).toMatchObject({ path: 'a.md', change: 'modified', added: 1, removed: 1 })
    expect(file?.lines.slice(2, 6)).toEqual([
      { kind: 'context', text: 'two', oldLine: 2, newLine: 2 },
      { kind: 'removed', text: 'three', oldLine: 3 },
      { kind: 'added', text: '3', newLine: 3 },
      { kind: 'context', text: 'four', oldLine: 4, newLine: 4 },
    ])
  })

  test('reads new, deleted, moved, empty and binary files', async () => {
    const long = 'a line\n'.repeat(20)
    const files = await diff(
      { 'gone.md': 'x\n', 'old name.md': long, 'data.bin': Buffer.of(0, 1) },
      {
        'gone.md': null,
        'old name.md': null,
        'new name.md': long,
        'new.md': 'y',
        empty: '',
        'data.bin': Buffer.of(0, 2),
      },
    )
    expect(
      files.map(({ path, change, from, isBinary, added, removed }) => [
        path,
        change,
        from,
        isBinary,
        added,
        removed,
      ]),
    ).toEqual([
      ['data.bin', 'modified', undefined, true, 0, 0],
      ['empty', 'added', undefined, false, 0, 0],
      ['gone.md', 'deleted', undefined, false, 0, 1],
      ['new name.md', 'renamed', 'old name.md', false, 0, 0],
      ['new.md', 'added', undefined, false, 1, 0],
    ])
    expect(files[4]?.lines.at(-1)).toEqual({ kind: 'note', text: 'No newline at end of file' })
  })

  test('reads names with spaces, quotes, line breaks and other scripts', async () => {
    const names = {
      'a b.md': 'a b.md',
      'ü 日.md': 'ü 日.md',
      '"q\\"u\\\\o.md"': 'q"u\\o.md',
      '"l\\nine.md"': 'l\nine.md',
    }
    const files = await diff({ x: '' }, Object.fromEntries(Object.keys(names).map((name) => [name, 'x\n'])))
    expect(files.map(({ path }) => path).sort()).toEqual(Object.values(names).sort())
  })

  test('takes no content for a header', async () => {
    const hostile = '-- a/x\n++ b/evil.md\n@ -1 +1 @@\ndiff --git a/evil b/evil\nrename to evil\n'
    const files = await diff(
      { 'a.md': hostile, 'b.md': 'b\n' },
      { 'a.md': '++ b/evil.md\n', 'b.md': `b\n${hostile}` },
    )
    expect(files.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['a.md', 0, 4],
      ['b.md', 5, 0],
    ])
  })

  test('gives no files for what is no diff', () => {
    expect(parseDiff('')).toEqual([])
    expect(parseDiff('hello\n+++ b/x\n@@ -1 +1 @@\n+x')).toEqual([])
  })
})
