import { expect, test } from 'vitest'
import { toolScene } from '../../../test/tool-scene.ts'
import { listFiles } from './list-files.ts'

test('list_files marks links, and tells of too many how many lie where', async () => {
  const small = toolScene({ 'a/b.md': 'x', link: { kind: 'symlink', target: 'a' } })
  expect(await small.call(listFiles, {})).toBe('a/b.md\nlink (symlink)')
  expect(await small.call(listFiles, { path: '/a/' })).toBe('a/b.md')
  expect(await small.call(listFiles, { path: 'c' })).toBe('<docent-note>No files in c/.</docent-note>')
  const files = Object.fromEntries(
    Array.from({ length: 700 }, (_, n) => [
      `docs/${n < 600 ? 'a' : 'b'}/${String(n).padStart(3, '0')}.md`,
      '',
    ]),
  )
  const reply = await toolScene(files).call(listFiles, { path: 'docs' })
  expect(reply.split('\n')).toHaveLength(501)
  expect(reply).toContain('… and 200 more files: 100 in docs/a/, 100 in docs/b/. List a folder of them.')
})
