import { describe, expect, test } from 'vitest'
import type { Project } from '../../domain/project.ts'
import type { DocsSource } from '../../ports/docs-source.ts'
import { siteAbove } from './site-above.ts'

const repository: Readonly<Record<string, string>> = {
  'docs/.vitepress/config.ts': 'export default { title: "Site" }',
  'docs/en/index.md': '# Hello',
  'docs/en/guide/start.md': '# Start',
  'website/docusaurus.config.js': 'module.exports = {}',
  'website/docs/intro.md': '# Intro',
  'notes/a/b.md': '# B',
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

function above(docsPath: string, from: DocsSource = source) {
  const files = Object.keys(repository).flatMap((path) =>
    path.startsWith(`${docsPath}/`)
      ? [{ path: path.slice(docsPath.length + 1), hash: '', read: async () => new Uint8Array() }]
      : [],
  )
  return siteAbove(from, { docsPath } as Project, { revision: '1', files }, {})
}

describe('siteAbove', () => {
  test('finds the nearest folder with the configuration of a site', async () => {
    expect(await above('docs/en')).toEqual({ folder: 'docs', layout: 'vitepress' })
    expect(await above('docs/en/guide')).toEqual({ folder: 'docs', layout: 'vitepress' })
    expect(await above('website/docs')).toEqual({ folder: 'website', layout: 'docusaurus' })
  })

  test('finds none where there is none, where all is read, and in a source that reads no single files', async () => {
    expect(await above('notes/a')).toBeUndefined()
    expect(await above('')).toBeUndefined()
    const { readFile: _, ...without } = source
    expect(await above('docs/en', without)).toBeUndefined()
  })
})
