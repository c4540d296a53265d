import type { CallOptions, OrganizationId, SealedSecret, SecretStore } from '@docent/core/plugin'
import type { Database } from './database.ts'

/** Encrypted credentials in SQLite, shared by all processes of the file. */
export class SqliteSecretStore implements SecretStore {
  constructor(private readonly database: Database) {}

  put(secret: SealedSecret, options?: CallOptions): Promise<void> {
    return this.database.transaction(() => {
      this.database.run(
        `INSERT INTO entered_secrets (organization_id, name, body) VALUES (?, ?, ?)
          ON CONFLICT (organization_id, name) DO UPDATE SET body = excluded.body`,
        secret.organizationId,
        secret.name,
        JSON.stringify(secret),
      )
    }, options)
  }

  async list(organization: OrganizationId, options?: CallOptions): Promise<SealedSecret[]> {
    options?.signal?.throwIfAborted()
    return this.database
      .all<{ body: string }>(
        'SELECT body FROM entered_secrets WHERE organization_id = ? ORDER BY name',
        organization,
      )
      .map(({ body }) => JSON.parse(body) as SealedSecret)
  }

  remove(organization: OrganizationId, name: string, options?: CallOptions): Promise<boolean> {
    return this.database.transaction(
      () =>
        this.database.run(
          'DELETE FROM entered_secrets WHERE organization_id = ? AND name = ?',
          organization,
          name,
        ) > 0,
      options,
    )
  }
}
