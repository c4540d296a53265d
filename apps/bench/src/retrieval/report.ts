import type { Collection } from './collection.ts'
import type { EngineRun } from './engine-run.ts'
import type { Latency } from './latency.ts'
import { CALLERS } from './measure-engine.ts'
import { meanScores, type Scores } from './metrics.ts'
import { table } from './table.ts'

/** nDCG@10 of Anserini's BM25, as published for BEIR and for CACM. */
const PUBLISHED: Readonly<Record<string, number>> = { scifact: 0.679, cacm: 0.454 }

export function judgedReport({ name, queries, entries }: Collection, runs: readonly EngineRun[]): string {
  const rows = runs.map(({ engine, scores }) => {
    const { ndcg, recall } = meanScores(scores)
    return [engine, share(ndcg), share(recall), share(meanScores(heldOut(scores, queries)).ndcg)]
  })
  const published = PUBLISHED[name]
  if (published !== undefined) rows.push(['BM25, published', share(published)])
  return titled(
    `${name}: ${entries.length} documents, ${queries.length} queries`,
    table(['engine', 'nDCG@10', 'recall@5', 'nDCG@10 held out'], rows),
  )
}

export function documentationReport(
  { queries }: Collection,
  runs: readonly EngineRun[],
  parsingMs: number,
): string {
  const { pages = 0, passages = 0 } = runs[0]?.build ?? {}
  const quality = runs.map(({ engine, scores }) => {
    const { hit, recall, reciprocal } = meanScores(scores)
    const held = meanScores(heldOut(scores, queries))
    return [engine, ...[hit, recall, reciprocal, held.hit, held.recall].map(share)]
  })
  const speed = runs.flatMap(latencies)
  const cost = runs.map((run) => [run.engine, ...costs(run, parsingMs)])
  return [
    titled(
      `documentation: ${passages} passages of ${pages} pages, ${queries.length} queries`,
      table(['engine', 'hit@1', 'recall@5', 'MRR@10', 'hit@1 held out', 'recall@5 held out'], quality),
    ),
    ...(speed.length === 0 ? [] : [table(SPEED, speed)]),
    table(COST, cost),
    titled('hit@1 by site', bySite(queries, runs)),
  ].join('\n\n')
}

const SPEED = [
  'engine',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  ...['p50 ms', 'p99 ms', 'q/s'].map((head) => `${head} at ${CALLERS}`),
]
const COST = [
  'engine',
  'index s',
  'with parsing s',
  'open ms',
  'resident MB',
  'JS heap MB',
  'while indexing MB',
  'disk MB',
]

/** What each engine finds, how fast, and at what cost, on one corpus. */
export function sizeReport(runs: readonly EngineRun[]): string {
  const { passages = 0, pages = 0 } = runs[0]?.build ?? {}
  const quality = runs.map(({ engine, scores }) => {
    const { hit, recall, reciprocal } = meanScores(scores)
    return [engine, ...[hit, recall, reciprocal].map(share)]
  })
  return [
    titled(
      `${passages} passages of ${pages} pages`,
      table(['engine', 'hit@1', 'recall@5', 'MRR@10'], quality),
    ),
    table(SPEED, runs.flatMap(latencies)),
    table(
      COST.filter((head) => head !== 'with parsing s'),
      runs.map((run) => [run.engine, ...costs(run)]),
    ),
  ].join('\n\n')
}

/** A row, or none when nothing was timed. */
function latencies({ engine, search: { speed } }: EngineRun): string[][] {
  if (speed === undefined) return []
  const { alone, crowded, cpuMs } = speed
  const both = ({ p50, p99 }: Latency) => [p50.toFixed(2), p99.toFixed(2)]
  return [[engine, ...both(alone), cpuMs.toFixed(2), ...both(crowded), crowded.perSecond.toFixed(0)]]
}

function costs({ build, search }: EngineRun, parsingMs?: number): string[] {
  return [
    seconds(build.indexMs),
    ...(parsingMs === undefined ? [] : [seconds(build.indexMs + parsingMs)]),
    search.openMs.toFixed(0),
    `${megabytes(search.residentBytes)} (bare ${megabytes(search.bareBytes)})`,
    megabytes(search.heapBytes),
    megabytes(build.peakBytes),
    megabytes(build.diskBytes),
  ]
}

function bySite(queries: Collection['queries'], runs: readonly EngineRun[]): string {
  const sites = [...new Set(queries.flatMap(({ site }) => site ?? []))].sort()
  const rows = sites.map((site) => {
    const own = queries.flatMap((query, number) => (query.site === site ? [number] : []))
    const hits = runs.map(({ scores }) =>
      share(meanScores(own.flatMap((number) => scores[number] ?? [])).hit),
    )
    return [site, String(own.length), ...hits]
  })
  return table(['site', 'queries', ...runs.map(({ engine }) => engine)], rows)
}

/** The scorer's numbers were chosen on the queries at even places, where a collection has no halves of its own. */
function heldOut(scores: readonly Scores[], queries: Collection['queries']): Scores[] {
  return scores.filter((_, number) => queries[number]?.held ?? number % 2 === 1)
}

function titled(title: string, text: string): string {
  return `${title}\n${text}`
}

function share(value: number): string {
  return value.toFixed(3)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}
