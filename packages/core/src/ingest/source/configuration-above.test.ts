import { describe, expect, test } from 'vitest'
import type { Project } from '../../domain/project.ts'
import type { DocsSource } from '../../ports/docs-source.ts'
import { configurationAbove } from './configuration-above.ts'

const repository: Readonly<Record<string, string>> = {
  'docs/.vitepress/config.ts': `import { sidebar } from './parts/sidebar'\nexport default { themeConfig: { sidebar } }`,
  'docs/.vitepress/parts/sidebar.ts': `import more from '../more.mjs'\nexport const sidebar = [...more]`,
  'docs/.vitepress/more.mjs': `import outside from '../../secrets'\nexport default []`,
  'secrets.ts': 'export default 1',
  'docs/en/guide/start.md': '# Start',
  'manual/docusaurus.config.js': 'module.exports = {}',
  'manual/sidebars.js': 'module.exports = {}',
  'product/website/docusaurus.config.js': "module.exports = { path: '../docs' }",
  'product/website/sidebars.js': 'module.exports = {}',
  'product/website/versions.json': '[]',
  'manuals/config/_default/hugo.yaml': 'title: A',
  'manuals/config/_default/params.yaml': 'a: b',
  'blog/_config.yml': 'title: A',
}

const source: DocsSource = {
  name: 'test',
  matches: () => true,
  list: async () => undefined,
  readFile: async (_, { path }) => {
    const text = repository[path]
    return text === undefined ? undefined : new TextEncoder().encode(text)
  },
}

async function above(docsPath: string, from: DocsSource = source) {
  const found = await configurationAbove(from, { docsPath } as Project, '1', {})
  return found.map(({ folder, inside, texts }) => [folder, inside, ...[...texts.keys()].sort()])
}

describe('configurationAbove', () => {
  test('reads the configuration of each folder above, with what it imports from there', async () => {
    expect(await above('docs/en')).toEqual([
      ['docs', 'en', '.vitepress/config.ts', '.vitepress/more.mjs', '.vitepress/parts/sidebar.ts'],
    ])
    expect((await above('docs/en/guide'))[0]?.slice(0, 2)).toEqual(['docs', 'en/guide'])
    expect(await above('manual/docs')).toEqual([['manual', 'docs', 'docusaurus.config.js', 'sidebars.js']])
  })

  test('reads one in parts, and those that other programs name alike', async () => {
    expect(await above('manuals/content/en')).toEqual([
      ['manuals', 'content/en', 'config/_default/hugo.yaml', 'config/_default/params.yaml'],
    ])
    expect(await above('blog/docs')).toEqual([['blog', 'docs', '_config.yml']])
  })

  test('reads that of a site beside the documentation', async () => {
    expect(await above('product/docs')).toEqual([
      ['product', 'docs', 'website/docusaurus.config.js', 'website/sidebars.js', 'website/versions.json'],
    ])
  })

  test('finds none where there is none, where all is read, and in a source that reads no single files', async () => {
    expect(await above('notes/a')).toEqual([])
    expect(await above('')).toEqual([])
    const { readFile: _, ...without } = source
    expect(await above('docs/en', without)).toEqual([])
  })
})
