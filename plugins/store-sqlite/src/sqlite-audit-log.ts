import {
  type AuditEntry,
  type AuditLog,
  type AuditPage,
  type AuditQuery,
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
} from '@docent/core/plugin'
import type { Database } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'

/** Entries that one transaction deletes. */
const CHUNK = 1_000

/** The audit log in SQLite, shared by all processes of the file. */
export class SqliteAuditLog implements AuditLog {
  constructor(private readonly database: Database) {}

  record(entry: AuditEntry, options?: CallOptions): Promise<void> {
    return this.database.transaction(() => {
      this.database.run(
        `INSERT INTO audit_entries (id, organization_id, at, actor_id, action, target, body)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        entry.id,
        entry.organizationId,
        entry.at,
        entry.actor.id,
        entry.action,
        entry.target,
        JSON.stringify(entry),
      )
    }, options)
  }

  async list(query: AuditQuery, options?: CallOptions): Promise<AuditPage> {
    options?.signal?.throwIfAborted()
    const before =
      query.cursor === undefined ? { rank: Number.MAX_SAFE_INTEGER, id: '' } : decodeListCursor(query.cursor)
    const rows = this.database.all<{ body: string }>(
      `SELECT body FROM audit_entries
        WHERE organization_id = :organization AND (at, id) < (:rank, :id)
          AND at >= :from AND at < :until
          AND (:actor IS NULL OR actor_id = :actor)
          AND (:target IS NULL OR target = :target)
          AND (:action IS NULL OR action = :action OR substr(action, 1, length(:action) + 1) = :action || '.')
        ORDER BY at DESC, id DESC LIMIT :limit`,
      {
        organization: query.organizationId,
        rank: before.rank,
        id: before.id,
        from: query.from ?? 0,
        until: query.until ?? Number.MAX_SAFE_INTEGER,
        actor: query.actorId ?? null,
        target: query.target ?? null,
        action: query.action ?? null,
        limit: query.limit + 1,
      },
    )
    const entries = rows.slice(0, query.limit).map(({ body }) => JSON.parse(body) as AuditEntry)
    const last = rows.length > query.limit ? entries.at(-1) : undefined
    return { entries, nextCursor: last ? encodeListCursor({ rank: last.at, id: last.id }) : null }
  }

  prune(before: number, options?: CallOptions): Promise<number> {
    const old = { table: 'audit_entries', condition: 'at < ?', values: [before], chunk: CHUNK }
    return deleteInChunks(this.database, old, options)
  }
}
