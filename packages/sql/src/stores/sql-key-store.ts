import {
  type CallOptions,
  DocentError,
  type KeyChange,
  type KeyHash,
  type KeyId,
  type KeyRecord,
  type KeyStore,
  type OrganizationId,
  withKeyChange,
} from '@docent/core/plugin'
import { FOR_UPDATE, isIn } from '../statements/fragments.ts'
import { raw, type Sql, sql } from '../statements/sql.ts'
import { ask, run, type SqlDatabase, type Steps } from '../statements/sql-database.ts'

interface KeyRow {
  hash: string
  revoked_at: number | null
  last_used_at: number | null
  body: string
}

const COLUMNS = raw('hash, revoked_at, last_used_at, body')

/** Hashed API keys. Every process sees a revocation with its next look-up. */
export class SqlKeyStore implements KeyStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  create(record: KeyRecord, options?: CallOptions): Promise<void> {
    const { id, hash, organizationId, createdAt, revokedAt, lastUsedAt } = record
    return this.#database.transaction(function* () {
      const { count } = yield* ask(
        sql`INSERT INTO docent.keys (id, hash, organization_id, created_at, revoked_at, last_used_at, body)
          VALUES (${id}, ${hash}, ${organizationId}, ${createdAt}, ${revokedAt}, ${lastUsedAt}, ${JSON.stringify(record)})
          ON CONFLICT DO NOTHING`,
      )
      if (count === 0) throw new DocentError('conflict', 'A key with this id or hash is there already.')
    }, options)
  }

  async findByHash(hashes: readonly string[], options?: CallOptions): Promise<KeyRecord | undefined> {
    const rows = await this.#database.read(
      sql<KeyRow>`SELECT ${COLUMNS} FROM docent.keys WHERE hash ${isIn(hashes)}`,
      options,
    )
    const [first] = rows.sort((one, other) => hashes.indexOf(one.hash) - hashes.indexOf(other.hash))
    return first && readKey(first)
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<KeyRecord[]> {
    const rows = await this.#database.read(
      sql<KeyRow>`SELECT ${COLUMNS} FROM docent.keys WHERE organization_id = ${organization}
        ORDER BY created_at DESC, seq DESC`,
      options,
    )
    return rows.map(readKey)
  }

  async revoke(
    organization: OrganizationId,
    id: KeyId,
    at: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    const { rows } = await this.#database.write(
      sql<KeyRow>`UPDATE docent.keys SET revoked_at = COALESCE(revoked_at, ${at})
        WHERE id = ${id} AND organization_id = ${organization} RETURNING ${COLUMNS}`,
      options,
    )
    return rows[0] && readKey(rows[0])
  }

  async restore(
    organization: OrganizationId,
    id: KeyId,
    since: number,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    const { rows } = await this.#database.write(
      sql<KeyRow>`UPDATE docent.keys SET revoked_at = NULL
        WHERE id = ${id} AND organization_id = ${organization} AND revoked_at >= ${since} RETURNING ${COLUMNS}`,
      options,
    )
    return rows[0] && readKey(rows[0])
  }

  change(
    organization: OrganizationId,
    id: KeyId,
    wanted: KeyChange,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    const key = sql`id = ${id} AND organization_id = ${organization}`
    return this.#database.transaction(() => change(key, (record) => withKeyChange(record, wanted)), options)
  }

  async rehash(id: KeyId, from: string, to: KeyHash, options?: CallOptions): Promise<void> {
    await this.#database.transaction(
      () => change(sql`id = ${id} AND hash = ${from}`, (record) => ({ ...record, ...to })),
      options,
    )
  }

  async touch(id: KeyId, at: number, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`UPDATE docent.keys SET last_used_at = ${at}
        WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at})`,
      options,
    )
  }
}

function* change(key: Sql, changed: (record: KeyRecord) => KeyRecord): Steps<KeyRecord | undefined> {
  const { rows } = yield* ask(sql<KeyRow>`SELECT ${COLUMNS} FROM docent.keys WHERE ${key} ${FOR_UPDATE}`)
  const [row] = rows
  if (!row) return undefined
  const record = changed(JSON.parse(row.body) as KeyRecord)
  const body = JSON.stringify(record)
  yield* run(sql`UPDATE docent.keys SET hash = ${record.hash}, body = ${body} WHERE id = ${record.id}`)
  return readKey({ ...row, body })
}

function readKey(row: KeyRow): KeyRecord {
  return {
    ...(JSON.parse(row.body) as KeyRecord),
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
