import { type DocsSource, definePlugin, type PluginHost } from '@docent/core/plugin'
import { MemoryDocsSource } from '@docent/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { OpenapiDocsSource } from './openapi-docs-source.ts'
import { withOpenapi } from './plugin.ts'

function install(options?: Parameters<typeof withOpenapi>[1]): DocsSource[] {
  const sources: DocsSource[] = []
  const inner = definePlugin({
    name: 'source-memory',
    options: z.strictObject({}),
    setup: (_options, host) => host.addDocsSource(new MemoryDocsSource([])),
  })
  const host = { addDocsSource: (source: DocsSource) => sources.push(source) }
  withOpenapi(inner(), options).install(host as unknown as PluginHost)
  return sources
}

test('wraps the sources of the other plugin under their names', () => {
  const [source] = install()
  expect(source).toBeInstanceOf(OpenapiDocsSource)
  expect(source?.name).toBe('memory')
})

test('names plugin and option when an option is wrong', () => {
  expect(() => install({ folder: '../up' })).toThrow(/source-openapi.*folder/)
})
