import { expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { writeFile } from './write-file.ts'

test('write_file creates a file as it is given, and keeps the line endings of one that it replaces', async () => {
  const scene = toolScene({ 'a.md': 'one\r\ntwo\r\n' })
  expect(await scene.call(writeFile, { path: 'a.md', content: 'three\nfour\n' })).toBe('Replaced a.md.')
  expect(await scene.text('a.md')).toBe('three\r\nfour\r\n')
  expect(await scene.call(writeFile, { path: 'b.md', content: 'x\r\ny\n' })).toBe('Created b.md.')
  expect(await scene.text('b.md')).toBe('x\r\ny\n')
  expect(await scene.call(writeFile, { path: '.github/x.yml', content: 'x' })).toContain('error: .github')
})
