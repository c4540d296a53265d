import type { Postgres } from '@docent/postgres'
import {
  type Attributes,
  countMentions,
  LinkTexts,
  type PageLink,
  type PageNames,
  TermStatistics,
} from '@docent/search'
import { isIn } from '../reading/project-row.ts'
import { unspelled } from '../schema/spelled.ts'

/** Counting all passages of a large index takes minutes. */
const COUNT_MS = 3_600_000
const PAGES_AT_ONCE = 500

/** What a revision says of all its passages and pages. */
export interface Totals {
  readonly pages: number
  readonly passages: number
  readonly restricted: number
  /** ISO 639-1 codes, the most frequent first. */
  readonly languages: readonly string[]
}

export interface Counts {
  readonly statistics: TermStatistics
  /** Of the passages that are open to everyone; absent when all are. */
  readonly openStatistics: TermStatistics | undefined
  readonly links: LinkTexts
}

export interface CountRequest {
  readonly postgres: Postgres
  readonly project: number
  readonly sequence: number
  readonly kinds: ReadonlyMap<number, Attributes>
  readonly signal: AbortSignal | undefined
}

const OF_KINDS = `
  SELECT t.kind, count(*) AS passages, sum(lengths[1]) AS title, sum(lengths[2]) AS headings, sum(lengths[3]) AS path,
    sum(lengths[4]) AS body
  FROM docent.search_passages t JOIN docent.search_files f ON f.id = t.file
  WHERE f.project = $1 AND ${isIn('f', '$2')} GROUP BY t.kind`
const OF_TERMS = `
  SELECT p.term, count(*) AS passages, count(*) FILTER (WHERE p.kind = ANY ($3::int[])) AS open
  FROM docent.search_postings p JOIN docent.search_passages t ON t.id = p.passage
  JOIN docent.search_files f ON f.id = t.file
  WHERE p.project = $1 AND ${isIn('f', '$2')} GROUP BY p.term`
const OF_PAGES = `
  SELECT p.head, p.links FROM docent.search_pages p JOIN docent.search_files f ON f.id = p.file
  WHERE p.project = $1 AND ${isIn('f', '$2')} ORDER BY p.id`
const NAMES = `
  SELECT p.id, p.path, p.names FROM docent.search_pages p JOIN docent.search_files f ON f.id = p.file
  WHERE p.project = $1 AND ${isIn('f', '$2')} AND p.groups = '{}' AND p.id > $3 ORDER BY p.id LIMIT $4`

interface KindRow {
  kind: number
  passages: number
  title: number
  headings: number
  path: number
  body: number
}

/** Also what `countRevision` needs of it. */
export async function totalsOf(request: CountRequest): Promise<{ totals: Totals; rows: KindRow[] }> {
  const { project, sequence, kinds } = request
  const rows = await counted<KindRow>(request, OF_KINDS, [project, sequence])
  const [files] = await counted<{ pages: number }>(
    request,
    `SELECT coalesce(sum(f.pages), 0)::int AS pages FROM docent.search_files f WHERE f.project = $1 AND ${isIn('f', '$2')}`,
    [project, sequence],
  )
  const languages = new Map<string, number>()
  let restricted = 0
  for (const { kind, passages } of rows) {
    const { written = 'en', groups = [] } = kinds.get(kind) ?? {}
    languages.set(written, (languages.get(written) ?? 0) + passages)
    if (groups.length > 0) restricted += passages
  }
  const totals = {
    pages: files?.pages ?? 0,
    passages: rows.reduce((sum, { passages }) => sum + passages, 0),
    restricted,
    languages: [...languages].sort(([, one], [, other]) => other - one).map(([code]) => code),
  }
  return { totals, rows }
}

export async function countRevision(request: CountRequest, rows: readonly KindRow[]): Promise<Counts> {
  const { project, sequence, kinds, signal } = request
  const open = rows.filter(({ kind }) => (kinds.get(kind)?.groups.length ?? 0) === 0)
  const isLimited = open.length < rows.length
  const terms = await counted<{ term: number; passages: number; open: number }>(request, OF_TERMS, [
    project,
    sequence,
    open.map(({ kind }) => kind),
  ])
  const statistics = (of: readonly KindRow[], count: (term: (typeof terms)[number]) => number) => {
    const sum = (field: Exclude<keyof KindRow, 'kind'>) =>
      of.reduce((total, row) => total + Number(row[field]), 0)
    const lengths = { title: sum('title'), headings: sum('headings'), path: sum('path'), body: sum('body') }
    const counts = new Map<number, number>()
    for (const term of terms) if (count(term) > 0) counts.set(term.term >>> 0, count(term))
    return TermStatistics.of({ passages: sum('passages'), lengths, counts })
  }
  const pages = (await counted<{ head: string; links: string }>(request, OF_PAGES, [project, sequence])).map(
    ({ head, links }) => {
      const { path, file, titleName }: { path: string; file: string; titleName: string } = JSON.parse(head)
      const parsed: PageLink[] = JSON.parse(links)
      return { path, file, titleName, links: parsed }
    },
  )
  const mentions = await countMentions(pages, namesOf(request), signal)
  return {
    statistics: statistics(rows, ({ passages }) => passages),
    openStatistics: isLimited ? statistics(open, (term) => term.open) : undefined,
    links: await LinkTexts.count(pages, mentions, signal),
  }
}

/** Of the pages that are open to everyone. */
async function* namesOf(request: CountRequest): AsyncGenerator<PageNames> {
  for (let last = 0; ; ) {
    const rows = await counted<{ id: number; path: string; names: string[] }>(request, NAMES, [
      request.project,
      request.sequence,
      last,
      PAGES_AT_ONCE,
    ])
    for (const { path, names } of rows) yield { path: unspelled(path), names }
    const end = rows.at(-1)
    if (end === undefined || rows.length < PAGES_AT_ONCE) return
    last = end.id
  }
}

async function counted<Row>(
  { postgres, signal }: CountRequest,
  sql: string,
  values: readonly (number | readonly number[])[],
): Promise<Row[]> {
  const options = signal === undefined ? {} : { signal }
  return postgres.transaction(
    async (transaction) => (await transaction.query<Row>(sql, values, COUNT_MS)).rows,
    {
      ...options,
      isRepeatable: true,
    },
  )
}
