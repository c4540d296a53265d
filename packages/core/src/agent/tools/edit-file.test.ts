import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { editFile } from './edit-file.ts'

const PAGE = 'one\ntwo  three\n\tthe “quoted” text – here\nlast\n'

describe('edit_file', () => {
  test('replaces one exact text and says where', async () => {
    const scene = toolScene({ 'a.md': PAGE })
    expect(await scene.call(editFile, { path: 'a.md', old_text: 'one\ntwo', new_text: 'eins $&' })).toBe(
      'Replaced 1 occurrence at line 1 in a.md.',
    )
    expect(await scene.text('a.md')).toBe(PAGE.replace('one\ntwo', () => 'eins $&'))
    expect([...scene.context.touched]).toEqual(['a.md'])
  })

  test('wants to know which of several, or all', async () => {
    const scene = toolScene({ 'a.md': 'x\nx\ny\nx\n' })
    expect(await scene.call(editFile, { path: 'a.md', old_text: 'x', new_text: 'z' })).toContain(
      'occurs 3 times in a.md (lines 1, 2, 4)',
    )
    await scene.call(editFile, { path: 'a.md', old_text: 'x', new_text: 'z', all: true })
    expect(await scene.text('a.md')).toBe('z\nz\ny\nz\n')
  })

  test('keeps CRLF line endings, lone LFs and a byte order mark', async () => {
    const scene = toolScene({ 'a.md': '\ufeffone\r\ntwo\r\nthree\r\n', 'b.md': 'a\r\nb\r\nc\nd\r\n' })
    await scene.call(editFile, { path: 'a.md', old_text: 'one\ntwo\n', new_text: 'one\nand\ntwo\n' })
    expect(await scene.text('a.md')).toBe('\ufeffone\r\nand\r\ntwo\r\nthree\r\n')
    await scene.call(editFile, { path: 'b.md', old_text: 'b\nc', new_text: 'B\nC' })
    expect(await scene.text('b.md')).toBe('a\r\nB\r\nC\nd\r\n')
  })

  test('shows what differs in white space, quotes and dashes, and changes nothing', async () => {
    const scene = toolScene({ 'a.md': PAGE })
    const reply = await scene.call(editFile, {
      path: 'a.md',
      old_text: 'two three\n    the "quoted" text - here',
      new_text: 'x',
    })
    expect(reply).toBe(
      [
        'error: old_text is not in a.md. The same words stand in lines 2 to 3, but written differently (- is your old_text, + is the file):',
        '-\ttwo three',
        '-\t    the "quoted" text - here',
        '+2\ttwo  three',
        '+3\t→the “quoted” text – here',
        'Differences: white space inside the line; indentation: the file has 1 tabs, old_text 4 spaces; quotes: the file has “ (U+201C), ” (U+201D), old_text " (U+0022); dashes: the file has – (U+2013), old_text - (U+002D).',
        'Here → stands for a tab, · for a space at the end of a line, ⍽ for a no-break space.',
        'Copy the text of the file exactly.',
      ].join('\n'),
    )
    expect(await scene.workspace.changes()).toEqual([])
  })

  test('shows the nearest lines as a diff', async () => {
    const scene = toolScene({
      'a.md': 'intro\n\nRun the command with the flag --all.\nIt prints a table.\nThen stop the server.\n',
    })
    const reply = await scene.call(editFile, {
      path: 'a.md',
      old_text: 'Run the command with the flag --every.\nIt prints a table.',
      new_text: 'x',
    })
    expect(reply).toContain('The nearest text is lines 3 to 4')
    expect(reply).toContain(
      '-\tRun the command with the flag --every.\n+3\tRun the command with the flag --all.\n 4\tIt prints a table.',
    )
  })

  test('names the usual slips: line numbers, nothing alike, no such file, no UTF-8', async () => {
    const scene = toolScene({ 'a.md': PAGE, 'b.md': Uint8Array.from([0x61, 0xe9, 0x0a]) })
    expect(await scene.call(editFile, { path: 'a.md', old_text: '1\tone\n2\ttwo', new_text: 'x' })).toContain(
      'line numbers of read_file',
    )
    expect(
      await scene.call(editFile, { path: 'a.md', old_text: 'wholly different', new_text: 'x' }),
    ).toContain('Nothing in it is like it')
    expect(await scene.call(editFile, { path: 'docs/a.md', old_text: 'x', new_text: 'y' })).toContain(
      'Did you mean a.md?',
    )
    expect(await scene.call(editFile, { path: 'b.md', old_text: 'a', new_text: 'b' })).toContain(
      'not in UTF-8',
    )
  })

  test('looks for the nearest lines of a long file in no time', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `line ${n} of the long file`).join('\n')
    const scene = toolScene({ 'a.md': text })
    const old = Array.from({ length: 50 }, (_, n) => `line ${n + 9000} of a long file`).join('\n')
    const edit = { path: 'a.md', old_text: old, new_text: 'x' }
    const cost = await cpuTimeOf(async () => expect(await scene.call(editFile, edit)).toContain('nearest'))
    expect(cost).toBeLessThan(2000)
  })
})
