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

test('list_files takes a glob, and a folder whose name looks like one', async () => {
  const scene = toolScene({ 'a.md': '', 'app/[slug]/page.mdx': '', 'app/l/page.tsx': '', 'docs/x/b.md': '' })
  const list = (path: string) => scene.call(listFiles, { path })
  expect(await list('**/*.md')).toBe('a.md\ndocs/x/b.md')
  expect(await list('app/**/*.{mdx,tsx}')).toBe('app/[slug]/page.mdx\napp/l/page.tsx')
  expect(await list('./docs/*/b.md')).toBe('docs/x/b.md')
  expect(await list('app/[slug]')).toBe('app/[slug]/page.mdx')
  expect(await list('docs/*.md')).toBe(
    '<docent-note>No files match docs/*.md; ** stands for folders of any depth.</docent-note>',
  )
  expect(await list('*a*b*c*d*e*f*')).toContain('error: *a*b*c*d*e*f* has more than 6 wildcards.')
})
