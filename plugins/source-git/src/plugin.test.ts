import type { DocsSource, PluginHost } from '@docent/core/plugin'
import { expect, test, vi } from 'vitest'
import { GitDocsSource } from './git-docs-source.ts'
import { sourceGit } from './plugin.ts'

function makeHost() {
  const sources: DocsSource[] = []
  const addDocsSource = (source: DocsSource) => void sources.push(source)
  const onStop = vi.fn()
  const host = { dataDirectory: '/nonexistent', addDocsSource, onStop } as unknown as PluginHost
  return { host, sources, onStop }
}

test('registers the source, opens nothing, and ends it at stop', () => {
  const { host, sources, onStop } = makeHost()
  sourceGit().install(host)
  expect(sources).toEqual([expect.any(GitDocsSource)])
  expect(onStop).toHaveBeenCalledOnce()
})

test('refuses an unknown option by its name', () => {
  expect(() => sourceGit({ ignores: [] } as object).install(makeHost().host)).toThrow(/source-git.*ignores/)
})
