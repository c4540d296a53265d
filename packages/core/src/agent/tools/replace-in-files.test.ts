import { expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { replaceInFiles } from './replace-in-files.ts'

const FILES = {
  'docs/a.md': 'Run `acme serve`.\r\nThen `acme serve` again.\r\n',
  'docs/b.md': 'No `acme serve $1` here.\n',
  'src/cli.ts': "name('acme serve')\n",
}

test('shows what would change, and changes nothing until it is told to', async () => {
  const scene = toolScene(FILES, { docsPath: 'docs' })
  const input = { old_text: 'acme serve', new_text: 'acme start $&' }
  expect(await scene.call(replaceInFiles, input)).toBe(
    [
      'Would change 3 lines in 2 files. Nothing is changed yet: call again with apply.',
      'docs/a.md:1:\n- Run `acme serve`.\n+ Run `acme start $&`.',
      'docs/a.md:2:\n- Then `acme serve` again.\n+ Then `acme start $&` again.',
      'docs/b.md:1:\n- No `acme serve $1` here.\n+ No `acme start $& $1` here.',
      'These have it, and you cannot change them: src/cli.ts.',
    ].join('\n'),
  )
  expect(await scene.text('docs/a.md')).toBe(FILES['docs/a.md'])
  expect(await scene.call(replaceInFiles, { ...input, apply: true })).toBe(
    'Replaced 3 occurrences in 2 files.\nThese have it, and you cannot change them: src/cli.ts.',
  )
  expect(await scene.text('docs/a.md')).toBe('Run `acme start $&`.\r\nThen `acme start $&` again.\r\n')
  expect(await scene.text('src/cli.ts')).toBe(FILES['src/cli.ts'])
  expect([...scene.context.touched].sort()).toEqual(['docs/a.md', 'docs/b.md'])
})

test('keeps to its paths, and to one line', async () => {
  const scene = toolScene(FILES)
  const input = { old_text: 'acme serve', new_text: 'acme', apply: true }
  expect(await scene.call(replaceInFiles, { ...input, paths: ['docs/b.md'] })).toBe(
    'Replaced 1 occurrences in 1 files.',
  )
  expect(await scene.call(replaceInFiles, { ...input, old_text: 'a\nb' })).toContain('one line')
  expect(await scene.call(replaceInFiles, { ...input, old_text: 'nowhere' })).toBe(
    'No file that you can change has it.',
  )
})
