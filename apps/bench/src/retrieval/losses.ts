import { defined } from '@docent/core/plugin'
import type { Collection } from './collection.ts'
import type { EngineRun } from './engine-run.ts'
import { counted, meanScores } from './metrics.ts'

/** A query for which another engine has the right page higher. */
export interface Loss {
  engine: string
  peer: string
  text: string
  site?: string
  wanted: string[]
  /** Places of the first right page, from 1; undefined when it is not among the first ten. */
  place?: number
  peerPlace?: number
  found: string[]
}

/** What each engine loses to the best of the others (by MRR@10), the worst first. */
export function losses({ queries }: Collection, runs: readonly EngineRun[]): Loss[] {
  return runs.flatMap((run) => {
    const [peer] = runs
      .filter((other) => other !== run)
      .toSorted((first, second) => meanScores(second.scores).reciprocal - meanScores(first.scores).reciprocal)
    if (peer === undefined) return []
    return queries
      .flatMap((query, number): (Loss & { lost: number })[] => {
        const [own = 0, others = 0] = [run, peer].map(({ scores }) => scores[number]?.reciprocal)
        if (others <= own) return []
        return [
          {
            engine: run.engine,
            peer: peer.engine,
            text: query.text,
            ...defined({ site: query.site }),
            wanted: [...query.relevant.keys()],
            ...(own > 0 ? { place: Math.round(1 / own) } : {}),
            peerPlace: Math.round(1 / others),
            found: counted(query, run.search.found[number] ?? []).slice(0, 3),
            lost: others - own,
          },
        ]
      })
      .sort((first, second) => second.lost - first.lost)
      .map(({ lost: _, ...loss }) => loss)
  })
}

const EXAMPLES = 10

/** The worst of each engine, for people. */
export function lossesReport(all: readonly Loss[]): string {
  return [...new Set(all.map(({ engine }) => engine))]
    .map((engine) => {
      const own = all.filter((loss) => loss.engine === engine)
      const lines = own
        .slice(0, EXAMPLES)
        .map(
          ({ text, wanted, place, peerPlace, found }) =>
            `  "${text}" -> ${wanted.join(' ')}: place ${place ?? 'none'}, by ${own[0]?.peer} ${peerPlace}; found ${found[0] ?? 'nothing'}`,
        )
      return [`${engine} loses ${own.length} queries to ${own[0]?.peer}, such as`, ...lines].join('\n')
    })
    .join('\n\n')
}
