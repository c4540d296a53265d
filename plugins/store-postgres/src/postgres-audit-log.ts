import {
  type AuditEntry,
  type AuditLog,
  type AuditPage,
  type AuditQuery,
  type CallOptions,
  decodeListCursor,
  encodeListCursor,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { deleteInChunks } from './delete-in-chunks.ts'

/** Entries that one transaction deletes. */
const CHUNK = 1_000

/** The audit log in PostgreSQL, shared by all processes. */
export class PostgresAuditLog implements AuditLog {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async record(entry: AuditEntry, options?: CallOptions): Promise<void> {
    await this.#postgres.transaction(async (transaction) => {
      transaction.last(
        `INSERT INTO docent.audit_entries (id, organization_id, at, actor_id, action, target, body)
          VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          entry.id,
          entry.organizationId,
          entry.at,
          entry.actor.id,
          entry.action,
          entry.target,
          JSON.stringify(entry),
        ],
      )
    }, options)
  }

  async list(query: AuditQuery, options?: CallOptions): Promise<AuditPage> {
    const before =
      query.cursor === undefined ? { rank: Number.MAX_SAFE_INTEGER, id: '' } : decodeListCursor(query.cursor)
    const { rows } = await this.#postgres.query<{ body: string }>(
      `SELECT body FROM docent.audit_entries
        WHERE organization_id = $1 AND (at, id) < ($2::bigint, $3::text)
          AND at >= $4 AND at < $5
          AND ($6::text IS NULL OR actor_id = $6)
          AND ($7::text IS NULL OR target = $7)
          AND ($8::text IS NULL OR action = $8 OR starts_with(action, $8 || '.'))
        ORDER BY at DESC, id DESC LIMIT $9`,
      [
        query.organizationId,
        before.rank,
        before.id,
        query.from ?? 0,
        query.until ?? Number.MAX_SAFE_INTEGER,
        query.actorId ?? null,
        query.target ?? null,
        query.action ?? null,
        query.limit + 1,
      ],
      options,
    )
    const entries = rows.slice(0, query.limit).map(({ body }) => JSON.parse(body) as AuditEntry)
    const last = rows.length > query.limit ? entries.at(-1) : undefined
    return { entries, nextCursor: last ? encodeListCursor({ rank: last.at, id: last.id }) : null }
  }

  prune(before: number, options?: CallOptions): Promise<number> {
    const old = { table: 'audit_entries', condition: 'at < $1', values: [before], chunk: CHUNK }
    return deleteInChunks(this.#postgres, old, options)
  }
}
