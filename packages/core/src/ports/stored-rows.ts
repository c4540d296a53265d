/** A value of a row: flags are 0 and 1, and moments milliseconds since the epoch. */
export type StoredValue = string | number | Uint8Array | null

/** A row by its columns. It means the same in every store. */
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * Everything that a store keeps, row by row: how an installation moves to a store of another kind. It works on a store
 * that nobody uses: who opened it holds it alone until `close`.
 */
export interface StoredRows {
  /** Names of the tables, each after those that its rows refer to. */
  readonly tables: readonly string[]
  /** Rows of a table. */
  count(table: string): Promise<number>
  /** The rows of one page in the order of their key, after that row. An empty page is behind the end. */
  read(table: string, after: StoredRow | undefined): Promise<StoredRow[]>
  /** The row with the highest key. */
  last(table: string): Promise<StoredRow | undefined>
  /** Adds rows in one commit. A row whose key is there already stays as it is. */
  write(table: string, rows: readonly StoredRow[]): Promise<void>
  /**
   * Notes that a move from `source` has begun. Until `finish` no server starts on the store.
   * @returns whether the same move had begun before: it goes on where it ended
   * @throws DocentError `conflict` for a store with rows that no such move brought
   */
  begin(source: string): Promise<{ isResumed: boolean }>
  /** The rows are complete: what the store derives from them is made, and the note of `begin` is taken away. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** What a column holds. A `flag` is 0 or 1. */
export type StoredColumn = 'text' | 'number' | 'flag' | 'bytes'

/** How a table of a store reads as rows. */
export interface StoredTable {
  /** Columns that tell rows apart, in the order by which rows are read. Text compares by its bytes. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, StoredColumn>>
  /** Rows of one page: few where one may be large. */
  readonly page: number
}

const table = (
  key: readonly string[],
  columns: Readonly<Record<string, StoredColumn>>,
  page = 500,
): StoredTable => ({ key, columns, page })

const names = (text: string, kind: StoredColumn) =>
  Object.fromEntries(text.split(' ').map((name) => [name, kind]))
const text = (list: string) => names(list, 'text')
const number = (list: string) => names(list, 'number')
const flag = (list: string) => names(list, 'flag')

/**
 * The tables of a store of jobs, threads, keys, projects and what hangs on them. Whatever can be made from other columns
 * is left out, and so are named leases: nobody holds one while an installation moves.
 */
export const STORED_TABLES: Readonly<Record<string, StoredTable>> = {
  organizations: table(['id'], text('id body')),
  projects: table(['id'], text('id organization_id domain body')),
  keys: table(['seq'], {
    ...number('seq created_at revoked_at last_used_at'),
    ...text('id hash organization_id body'),
  }),
  project_state: table(['project_id', 'key'], text('project_id key value'), 50),
  entered_secrets: table(['organization_id', 'name'], text('organization_id name body')),
  audit_entries: table(['seq'], {
    ...number('seq at'),
    ...text('id organization_id actor_id action target body'),
  }),
  jobs: table(
    ['seq'],
    {
      ...number(
        'seq created_at updated_at lease_token available_at attempts waits waiting_since last_message',
      ),
      ...number('last_event last_step open_step stored_bytes notice'),
      ...text('id project_id status repository ref lease_worker body'),
      ...flag('archived'),
    },
    100,
  ),
  job_messages: table(
    ['job', 'position'],
    { ...number('job position created_at'), ...text('id role content state') },
    100,
  ),
  job_events: table(['job', 'sequence'], { ...number('job sequence at'), ...text('event') }),
  job_steps: table(['job', 'step'], { ...number('job step at'), ...text('body') }, 20),
  blobs: table(['hash'], { hash: 'bytes', content: 'bytes' }, 16),
  job_changes: table(['job', 'step', 'position'], {
    ...number('job step position'),
    ...text('path'),
    blob: 'bytes',
    ...flag('executable'),
  }),
  idempotency: table(
    ['organization_id', 'key'],
    { ...text('organization_id key fingerprint job_id body'), ...number('status expires_at') },
    100,
  ),
  outbox: table(['seq'], { ...number('seq'), ...text('id body') }),
  webhook_tasks: table(['seq'], {
    ...number('seq due_at created_at updated_at'),
    ...text('id kind status organization_id project_id job_id body'),
  }),
  disabled_endpoints: table(['id'], { ...text('id'), ...number('at') }),
  threads: table(['seq'], { ...number('seq created_at updated_at'), ...text('id project_id fp body') }),
  thread_turns: table(
    ['seq'],
    { ...number('seq thread position created_at'), ...text('project_id id outcome caller body') },
    100,
  ),
  turn_searches: table(['turn', 'query'], {
    ...number('turn created_at'),
    ...text('project_id query'),
    ...flag('unanswered'),
  }),
  turn_feedback: table(['turn'], { ...number('turn created_at'), ...text('project_id turn_id rating body') }),
  direct_searches: table(['seq'], {
    ...number('seq created_at results ms'),
    ...text('project_id source query fp visitor paths clicked'),
  }),
  page_views: table(['project_id', 'path', 'day', 'reader'], {
    ...number('day views visitors'),
    ...text('project_id path reader'),
  }),
  page_visitors: table(['day', 'project_id', 'visitor', 'reader', 'path'], {
    ...number('day'),
    ...text('project_id visitor reader path'),
  }),
  visitor_salts: table(['day'], { ...number('day'), ...text('salt') }),
  page_feedback: table(['seq'], {
    ...number('seq created_at thumb'),
    ...text('id project_id path source status fp body'),
  }),
}
