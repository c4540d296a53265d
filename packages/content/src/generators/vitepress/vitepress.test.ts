import { expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'
import { withPageValues } from './page-values.ts'

const CONFIG = 'docs/.vitepress/config.ts'

function layout(config: string, files: readonly string[]) {
  return detectLayout({ files: [CONFIG, ...files], texts: new Map([[CONFIG, config]]) })
}

test.each([
  ["'old.md': 'guide/moved.md'", 'docs/old.md', '/guide/moved'],
  ["'packages/:pkg/src/:page.md': ':pkg/:page.md'", 'docs/packages/a/src/b.md', '/a/b'],
  ["'packages/:pkg/readme.md': 'packages/:pkg/index.md'", 'docs/packages/a/readme.md', '/packages/a'],
  ["':lang/docs/:rest(.*)': ':lang/:rest'", 'docs/en/docs/a/b.md', '/en/a/b'],
  ["':lang/docs/:rest*': ':lang/:rest*'", 'docs/en/docs/a/b.md', '/en/a/b'],
  ["'old.md': 'guide/moved.md'", 'docs/older.md', '/older'],
])('the rewrite %s puts %s at %s', (rule, file, path) => {
  expect(layout(`export default { rewrites: { ${rule} } }`, [file]).pagePath(file)).toBe(path)
})

test('a rewrite that is a function moves nothing', () => {
  const { pagePath } = layout('export default { rewrites: (id) => id.slice(1) }', ['docs/a.md'])
  expect(pagePath('docs/a.md')).toBe('/a')
})

test('a file with parameters in its name is no page', () => {
  const { isPage } = layout('export default {}', ['docs/api/[pkg].md', 'docs/api/a.md'])
  expect(['docs/api/[pkg].md', 'docs/[lang]/a.md', 'docs/api/a.md'].filter(isPage)).toEqual(['docs/api/a.md'])
})

test('values of the frontmatter stand where a page names them, but not in code', () => {
  const page = (body: string) => `---\ntitle: Lantern\nlist: [1]\n---\n\n${body}`
  expect(withPageValues(page('The {{ $frontmatter.title }}.'))).toContain('The Lantern.')
  for (const body of [
    '`{{ $frontmatter.title }}`',
    '{{ $frontmatter.list }}',
    '```\n{{ $frontmatter.title }}\n```',
  ])
    expect(withPageValues(page(body))).toBe(page(body))
})

test('is found in a folder of packages, by a configuration in a folder of its own', () => {
  const config = 'packages/docs/.vitepress/config/index.ts'
  const files = [config, 'packages/docs/guide/index.md', 'README.md']
  const layout = detectLayout({ files, texts: new Map([[config, 'export default {}']]) })
  expect([layout.name, layout.root]).toEqual(['vitepress', 'packages/docs'])
})

test('reads attribute lists with marks of the site', () => {
  const config = "export default { markdown: { attrs: { leftDelimiter: '%{', rightDelimiter: '}%' } } }"
  const file = '.vitepress/config.ts'
  const layout = detectLayout({ files: [file, 'a.md'], texts: new Map([[file, config]]) })
  expect(layout.rewrite?.('a.md', '# Title %{#own-id}%\n\n`%{#code}%`')).toBe(
    '# Title {#own-id}\n\n`%{#code}%`',
  )
})
