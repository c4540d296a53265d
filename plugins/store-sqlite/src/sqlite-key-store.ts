import {
  type CallOptions,
  DocentError,
  type KeyHash,
  type KeyId,
  type KeyRecord,
  type KeyStore,
  type OrganizationId,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

interface KeyRow {
  revoked_at: number | null
  last_used_at: number | null
  body: string
}

const COLUMNS = 'revoked_at, last_used_at, body'

/** Hashed API keys in SQLite. A revocation is seen by every process with its next look-up. */
export class SqliteKeyStore implements KeyStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  create(record: KeyRecord, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      const added = this.#database.run(
        `INSERT INTO keys (id, hash, organization_id, created_at, revoked_at, last_used_at, body)
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        record.id,
        record.hash,
        record.organizationId,
        record.createdAt,
        record.revokedAt,
        record.lastUsedAt,
        JSON.stringify(record),
      )
      if (added === 0) throw new DocentError('conflict', 'A key with this id or hash is there already.')
    }, options)
  }

  async findByHash(hashes: readonly string[], options?: CallOptions): Promise<KeyRecord | undefined> {
    options?.signal?.throwIfAborted()
    for (const hash of hashes) {
      const row = this.#database.get<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE hash = ?`, hash)
      if (row) return readKey(row)
    }
    return undefined
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<KeyRecord[]> {
    options?.signal?.throwIfAborted()
    return this.#database
      .all<KeyRow>(
        `SELECT ${COLUMNS} FROM keys WHERE organization_id = ? ORDER BY created_at DESC, seq DESC`,
        organization,
      )
      .map(readKey)
  }

  revoke(
    organization: OrganizationId,
    id: KeyId,
    at: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    return this.#database.transaction(() => {
      const row = this.#database.get<KeyRow>(
        `UPDATE keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? AND organization_id = ? RETURNING ${COLUMNS}`,
        at,
        id,
        organization,
      )
      return row && readKey(row)
    }, options)
  }

  setSpendCap(
    organization: OrganizationId,
    id: KeyId,
    usdPerMonth: number | undefined,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    return this.#database.transaction(() => {
      const row = this.#database.get<KeyRow>(
        `UPDATE keys SET body = CASE WHEN ?1 IS NULL THEN json_remove(body, '$.spendUsdPerMonth')
            ELSE json_set(body, '$.spendUsdPerMonth', ?1) END
          WHERE id = ?2 AND organization_id = ?3 RETURNING ${COLUMNS}`,
        usdPerMonth ?? null,
        id,
        organization,
      )
      return row && readKey(row)
    }, options)
  }

  rehash(id: KeyId, from: string, to: KeyHash, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        `UPDATE keys SET hash = ?3, body = json_set(body, '$.hash', ?3, '$.keyedBy', ?4)
          WHERE id = ?1 AND hash = ?2`,
        id,
        from,
        to.hash,
        to.keyedBy,
      )
    }, options)
  }

  touch(id: KeyId, at: number, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        'UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)',
        at,
        id,
      )
    }, options)
  }
}

function readKey(row: KeyRow): KeyRecord {
  return {
    ...(JSON.parse(row.body) as KeyRecord),
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
