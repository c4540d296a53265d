import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectId, type RetrievalQuery } from '@docent/core'
import { row } from './figures.ts'
import { documentation } from './retrieval/documentation.ts'
import { docent, docentRetriever } from './retrieval/engines/docent.ts'
import { readSite, type Site } from './retrieval/site-pages.ts'
import { type VariantQuery, variantQueries } from './retrieval/variants/variant-queries.ts'

/**
 * Pages that a site has several times, for each dialect, framework or version: how often the right one comes first, by
 * what names it. Each site is an index of its own.
 *
 *   node apps/bench/run.mjs retrieval-variants <folder of Markdown ...>
 *     --queries 150      most queries of a site
 */
const PROJECT = projectId('bench')
/** What a caller can know, and what it asks then. */
const WAYS: readonly (readonly [name: string, ask: (query: VariantQuery) => Partial<RetrievalQuery>])[] = [
  ['no name', ({ text }) => ({ text })],
  ['question', ({ named }) => ({ text: named })],
  ['currentPath', ({ text, currentPath }) => ({ text, currentPath })],
  ['thread, project', ({ text, variant }) => ({ text, prefer: [variant] })],
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: 'string', default: '150' } },
})
if (positionals.length === 0) throw new Error('Name one folder of Markdown or more: each is a site.')

console.log('Share of the queries for which the right page comes first, by what names its variant.\n')
row('site', 'queries', ...WAYS.map(([name]) => name))
for (const folder of positionals) await measure(readSite(folder))

async function measure(site: Site): Promise<void> {
  const queries = variantQueries(site).slice(0, Number(values.queries))
  if (queries.length === 0) {
    row(site.name, '0', ...WAYS.map(() => 'none'))
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'))
  try {
    const writer = await docent.create(folder, 'documentation')
    await writer.add(documentation([site]).entries)
    await writer.finish()
    const retriever = docentRetriever(folder)
    const shares: string[] = []
    for (const [, ask] of WAYS) {
      let right = 0
      for (const query of queries) {
        const request = { limit: 1, perPage: 1, text: query.text, ...ask(query) }
        const [first] = await retriever.search(PROJECT, request)
        if (first?.passage.pagePath === query.path) right++
      }
      shares.push((right / queries.length).toFixed(3))
    }
    row(site.name, String(queries.length), ...shares)
    await retriever.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
