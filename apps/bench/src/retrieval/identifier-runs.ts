import type { Collection, Query } from './collection.ts'
import { documentation } from './documentation.ts'
import type { EngineRun } from './engine-run.ts'
import { identifierQueries, withPagesAboutNames } from './identifier-queries.ts'
import { meanScores, type Scores, score } from './metrics.ts'
import type { Site } from './site-pages.ts'
import { table } from './table.ts'

const HEAD = ['', 'names', 'exact', 'exact, or about it', 'slip', 'slip, or about it']

/**
 * Asks each site for its own names, as they are and with a slip: an index of its own, as a project has it. What counts
 * as right is told both ways: pages that define the name alone, and pages about it too. Share of right pages that come
 * first.
 */
export async function identifierReport(
  sites: readonly Site[],
  most: number,
  run: (collection: Collection) => Promise<EngineRun[]>,
): Promise<string> {
  const all = new Map<string, Scores[][]>()
  const bySite: string[][] = []
  for (const site of sites) {
    const ways = queriesOf(site, most)
    const [exact] = ways
    if (exact === undefined || exact.length === 0) continue
    // What is found does not depend on what is right: each name is asked once.
    const queries = [...exact, ...(ways[2] ?? [])]
    for (const { engine, search } of await run({ ...documentation([site]), name: site.name, queries })) {
      const scores = ways.map((asked, way) =>
        asked.map((query, at) => score(query, search.found[way < 2 ? at : exact.length + at] ?? [])),
      )
      const before = all.get(engine)
      all.set(
        engine,
        scores.map((own, way) => [...(before?.[way] ?? []), ...own]),
      )
      bySite.push([`${site.name}, ${engine}`, ...figures(scores)])
    }
  }
  return table(HEAD, [...[...all].map(([engine, scores]) => [engine, ...figures(scores)]), ...bySite])
}

/** As they are, and with a slip, each by both rules. */
function queriesOf(site: Site, most: number): Query[][] {
  const exact = identifierQueries([site], false).slice(0, most)
  const names = exact.map(({ text }) => text)
  return [exact, identifierQueries([site], true).slice(0, most)].flatMap((queries) => [
    queries,
    withPagesAboutNames(queries, names, [site]),
  ])
}

function figures(scores: readonly Scores[][]): string[] {
  return [String(scores[0]?.length ?? 0), ...scores.map((each) => meanScores(each).hit.toFixed(3))]
}
