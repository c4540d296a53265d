import {
  type CallOptions,
  DocentError,
  type KeyHash,
  type KeyId,
  type KeyRecord,
  type KeyStore,
  type OrganizationId,
} from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

interface KeyRow {
  revoked_at: number | null
  last_used_at: number | null
  body: string
}

const COLUMNS = 'revoked_at, last_used_at, body'

/** Hashed API keys in PostgreSQL. A revocation is seen by every process with its next look-up. */
export class PostgresKeyStore implements KeyStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async create(record: KeyRecord, options?: CallOptions): Promise<void> {
    await this.#postgres.transaction(async (transaction) => {
      const { count } = await transaction.query(
        `INSERT INTO docent.keys (id, hash, organization_id, created_at, revoked_at, last_used_at, body)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
        [
          record.id,
          record.hash,
          record.organizationId,
          record.createdAt,
          record.revokedAt,
          record.lastUsedAt,
          JSON.stringify(record),
        ],
      )
      if (count === 0) throw new DocentError('conflict', 'A key with this id or hash is there already.')
    }, options)
  }

  async findByHash(hashes: readonly string[], options?: CallOptions): Promise<KeyRecord | undefined> {
    const { rows } = await this.#postgres.query<KeyRow>(
      `SELECT ${COLUMNS} FROM docent.keys WHERE hash = ANY ($1) ORDER BY array_position($1, hash::text) LIMIT 1`,
      [hashes],
      options,
    )
    return rows[0] && readKey(rows[0])
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<KeyRecord[]> {
    const { rows } = await this.#postgres.query<KeyRow>(
      `SELECT ${COLUMNS} FROM docent.keys WHERE organization_id = $1 ORDER BY created_at DESC, seq DESC`,
      [organization],
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
    const { rows } = await this.#postgres.query<KeyRow>(
      `UPDATE docent.keys SET revoked_at = COALESCE(revoked_at, $1) WHERE id = $2 AND organization_id = $3
        RETURNING ${COLUMNS}`,
      [at, id, organization],
      options,
    )
    return rows[0] && readKey(rows[0])
  }

  async setSpendCap(
    organization: OrganizationId,
    id: KeyId,
    usdPerMonth: number | undefined,
    options?: CallOptions,
  ): Promise<KeyRecord | undefined> {
    const { rows } = await this.#postgres.query<KeyRow>(
      `UPDATE docent.keys SET body = (CASE WHEN $1::float8 IS NULL THEN body::jsonb - 'spendUsdPerMonth'
          ELSE jsonb_set(body::jsonb, '{spendUsdPerMonth}', to_jsonb($1::float8)) END)::text
        WHERE id = $2 AND organization_id = $3 RETURNING ${COLUMNS}`,
      [usdPerMonth ?? null, id, organization],
      options,
    )
    return rows[0] && readKey(rows[0])
  }

  async rehash(id: KeyId, from: string, to: KeyHash, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      `UPDATE docent.keys SET hash = $3,
          body = (body::jsonb || jsonb_build_object('hash', $3::text, 'keyedBy', $4::text))::text
        WHERE id = $1 AND hash = $2`,
      [id, from, to.hash, to.keyedBy],
      options,
    )
  }

  async touch(id: KeyId, at: number, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      'UPDATE docent.keys SET last_used_at = $1 WHERE id = $2 AND (last_used_at IS NULL OR last_used_at < $1)',
      [at, id],
      options,
    )
  }
}

function readKey(row: KeyRow): KeyRecord {
  return {
    ...(JSON.parse(row.body) as KeyRecord),
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}
