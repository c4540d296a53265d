import type { AuditEntry, AuditLog, AuditPage, AuditQuery, CallOptions } from '@docent/core/plugin'
import { deleteInChunks } from '../statements/delete-in-chunks.ts'
import { pageOf, startOf } from '../statements/list-page.ts'
import { readBodies } from '../statements/read-bodies.ts'
import { sql, when } from '../statements/sql.ts'
import { run, type SqlDatabase } from '../statements/sql-database.ts'

/** Entries that one transaction deletes. */
const CHUNK = 1_000

/** The audit log, shared by all processes. */
export class SqlAuditLog implements AuditLog {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  record(entry: AuditEntry, options?: CallOptions): Promise<void> {
    const { id, organizationId, at, actor, action, target } = entry
    return this.#database.transaction(
      () =>
        run(
          sql`INSERT INTO docent.audit_entries (id, organization_id, at, actor_id, action, target, body)
            VALUES (${id}, ${organizationId}, ${at}, ${actor.id}, ${action}, ${target}, ${JSON.stringify(entry)})`,
        ),
      options,
    )
  }

  async list(query: AuditQuery, options?: CallOptions): Promise<AuditPage> {
    const start = startOf(query.cursor)
    const found = await readBodies<AuditEntry>(
      this.#database,
      sql`SELECT body FROM docent.audit_entries
        WHERE organization_id = ${query.organizationId} AND (at, id) < (${start.rank}, ${start.id})
          ${when(query.from, (from) => sql`AND at >= ${from}`)}
          ${when(query.until, (until) => sql`AND at < ${until}`)}
          ${when(query.actorId, (actor) => sql`AND actor_id = ${actor}`)}
          ${when(query.target, (target) => sql`AND target = ${target}`)}
          ${when(query.action, (action) => sql`AND ${isAction(action)}`)}
        ORDER BY at DESC, id DESC LIMIT ${query.limit + 1}`,
      options,
    )
    return pageOf(found, query.limit, ({ at, id }) => ({ rank: at, id }))
  }

  prune(before: number, options?: CallOptions): Promise<number> {
    const old = { table: 'audit_entries', condition: sql`at < ${before}`, chunk: CHUNK }
    return deleteInChunks(this.#database, old, options)
  }
}

/** The action, or one that its name begins. */
function isAction(action: string) {
  const begin = `${action}.`
  return sql`(action = ${action} OR substr(action, 1, ${[...begin].length}) = ${begin})`
}
