import {
  type CallOptions,
  countedPeriod,
  type PageCountQuery,
  type PageCounts,
  type PageView,
  type ProgramCount,
  type ProjectId,
  type ReaderCount,
  type ReportPeriod,
  SPAN_LEVEL,
} from '@docent/core/plugin'
import { firstAndLast } from '../statements/first-and-last.ts'
import { given, indexedBy, isIn, whole } from '../statements/fragments.ts'
import { raw, type Sql, sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'

const DAY_MS = 86_400_000
/** The path under which all pages of a day are counted: no page has it. */
const ALL_PAGES = ''

/** A program with a name is a reader of its own: `ai:Claude`. */
const NAMED_PROGRAM = 'ai:'

export function* countView({ viewedAt, projectId, visitor, program, path, ...view }: PageView): Steps<void> {
  const day = startOfDay(viewedAt)
  const reader = program === undefined ? view.reader : NAMED_PROGRAM + program
  const paths = [ALL_PAGES, path]
  const { rows } = yield* ask(
    sql<{ path: string }>`INSERT INTO docent.page_visitors (day, project_id, visitor, reader, path)
      SELECT ${day}, ${projectId}, ${visitor}, ${reader}, path
        FROM ${given(
          { path: 'text' },
          paths.map((each) => ({ path: each })),
        )} WHERE true
      ON CONFLICT DO NOTHING RETURNING path`,
  )
  const added = new Set(rows.map((row) => row.path))
  const counts = paths.map((each) => ({ path: each, visitors: Number(added.has(each)) }))
  yield* run(
    sql`INSERT INTO docent.page_views AS kept (project_id, path, day, reader, views, visitors)
      SELECT ${projectId}, path, ${day}, ${reader}, 1, visitors
        FROM ${given({ path: 'text', visitors: 'bigint' }, counts)} WHERE true
      ON CONFLICT (project_id, path, day, reader)
        DO UPDATE SET views = kept.views + 1, visitors = kept.visitors + excluded.visitors`,
  )
}

export async function pageCounts(
  database: SqlDatabase,
  project: ProjectId,
  counted: 'views' | 'visitors',
  query: PageCountQuery,
  options?: CallOptions,
): Promise<PageCounts> {
  const rows = await countedRows(database, project, counted, query, options)
  const sums = sql`${whole(sql`COALESCE(SUM(count) FILTER (WHERE reader = 'human'), 0)`)} AS human,
    ${whole(sql`COALESCE(SUM(count) FILTER (WHERE reader <> 'human'), 0)`)} AS ai,
    ${whole(sql`COALESCE(SUM(count), 0)`)} AS total`
  const [totals, pages] = await Promise.all([
    database.read(sql<ReaderCount>`SELECT ${sums} FROM ${rows(sql`path = ''`)}`, options),
    database.read(
      sql<ReaderCount & { path: string }>`SELECT path, ${sums} FROM ${rows(sql`path > ''`)}
        GROUP BY path ORDER BY total DESC, path LIMIT ${query.limit} OFFSET ${query.offset}`,
      options,
    ),
  ])
  return { totals: { human: 0, ai: 0, total: 0, ...totals[0] }, pages: pages.map((page) => ({ ...page })) }
}

/** Views of all pages by each program. */
export async function programCounts(
  database: SqlDatabase,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<ProgramCount[]> {
  const rows = await countedRows(database, project, 'views', period, options)
  const found = await database.read(
    sql<{ reader: string; views: number }>`SELECT reader, ${whole(sql`SUM(count)`)} AS views
      FROM ${rows(sql`path = '' AND reader <> 'human'`)} GROUP BY reader ORDER BY views DESC, reader`,
    options,
  )
  return found.map(({ reader, views }) => ({
    program: reader.startsWith(NAMED_PROGRAM) ? reader.slice(NAMED_PROGRAM.length) : null,
    views,
  }))
}

/** The counts of a period, as a table for each condition. */
async function countedRows(
  database: SqlDatabase,
  project: ProjectId,
  counted: 'views' | 'visitors',
  period: ReportPeriod,
  options?: CallOptions,
): Promise<(condition: Sql) => Sql> {
  const spans = await countedDays(database, project, period, options)
  const days = spans.filter((span) => span < SPAN_LEVEL).map((day) => day * DAY_MS)
  const column = raw(counted)
  return (condition) => sql`(
      SELECT path, reader, ${column} AS count FROM docent.page_views ${indexedBy('page_views_of_day')}
        WHERE project_id = ${project} AND ${condition} AND day ${isIn(days)}
      UNION ALL
      SELECT path, reader, ${column} AS count FROM docent.view_spans
        WHERE project_id = ${project} AND ${condition} AND span ${isIn(spans)}
    ) AS counted`
}

/** Spans with views of the days that the period touches. */
async function countedDays(
  database: SqlDatabase,
  project: ProjectId,
  period: ReportPeriod,
  options?: CallOptions,
): Promise<number[]> {
  const views = sql`FROM docent.page_views ${indexedBy('page_views_of_day')} WHERE project_id = ${project}`
  const found = await firstAndLast(database, 'day', views, options)
  const known = found && { first: found.first, last: found.last + DAY_MS - 1 }
  return countedPeriod(wholeDays(period), known).spans
}

/** Every day (UTC) that a period touches, from a midnight to a midnight. */
export function wholeDays({ from, to }: ReportPeriod): ReportPeriod {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: Math.ceil(to / DAY_MS) * DAY_MS }),
  }
}

export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS
}
