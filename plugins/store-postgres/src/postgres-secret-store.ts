import type { CallOptions, OrganizationId, SealedSecret, SecretStore } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'

/** Encrypted credentials in PostgreSQL, shared by all processes. */
export class PostgresSecretStore implements SecretStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async put(secret: SealedSecret, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      `INSERT INTO docent.entered_secrets (organization_id, name, body) VALUES ($1, $2, $3)
        ON CONFLICT (organization_id, name) DO UPDATE SET body = excluded.body`,
      [secret.organizationId, secret.name, JSON.stringify(secret)],
      options,
    )
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<SealedSecret[]> {
    const { rows } = await this.#postgres.query<{ body: string }>(
      'SELECT body FROM docent.entered_secrets WHERE organization_id = $1 ORDER BY name',
      [organization],
      options,
    )
    return rows.map(({ body }) => JSON.parse(body) as SealedSecret)
  }

  async remove(organization: OrganizationId, name: string, options?: CallOptions): Promise<boolean> {
    const { count, wasSentBefore } = await this.#postgres.query(
      'DELETE FROM docent.entered_secrets WHERE organization_id = $1 AND name = $2',
      [organization, name],
      options,
    )
    return count > 0 || wasSentBefore
  }
}
