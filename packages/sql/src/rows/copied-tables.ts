import { KEPT_TABLES } from '../schema/spell-schema.ts'

/** How a table is copied. */
export interface CopiedTable {
  readonly columns: readonly string[]
  /** Columns that tell rows apart, in the order by which rows are read. Text compares by its bytes. */
  readonly key: readonly string[]
  /** Rows of one page: few where one may be large. */
  readonly page: number
}

/** Rows of one page, of tables whose rows may be large. */
const PAGES: Readonly<Record<string, number>> = {
  project_state: 50,
  jobs: 100,
  job_messages: 100,
  job_steps: 20,
  blobs: 16,
  idempotency: 100,
  thread_turns: 100,
}
const PAGE = 500

/** Nobody holds a lease while an installation moves. */
const LEFT_OUT = 'leases'
const KEY = 'PRIMARY KEY ('

/** The tables of both databases, each after those that its rows refer to. Triggers fill those of counts anew. */
export const COPIED_TABLES: ReadonlyMap<string, CopiedTable> = new Map(
  KEPT_TABLES.split('CREATE TABLE docent.')
    .slice(1)
    .map(readTable)
    .filter(([name]) => name !== LEFT_OUT),
)

function readTable(ddl: string): [name: string, table: CopiedTable] {
  const [first = '', ...lines] = ddl.split('\n').map((line) => line.trim())
  const name = first.slice(0, first.indexOf(' '))
  const columns = lines.filter((line) => /^[a-z]/.test(line))
  const named = columns.map((line) => line.slice(0, line.indexOf(' ')))
  const several = lines.find((line) => line.startsWith(KEY))
  const alone = columns.find((line) => line.includes(' numbered') || line.includes('PRIMARY KEY'))
  const key = several
    ? several.slice(KEY.length, several.indexOf(')')).split(', ')
    : named.filter((column, index) => (alone ? columns[index] === alone : ['turn', 'query'].includes(column)))
  return [name, { columns: named, key, page: PAGES[name] ?? PAGE }]
}
