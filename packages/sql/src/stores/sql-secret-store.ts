import type { CallOptions, OrganizationId, SealedSecret, SecretStore } from '@docent/core/plugin'
import { readBodies } from '../statements/read-bodies.ts'
import { sql } from '../statements/sql.ts'
import type { SqlDatabase } from '../statements/sql-database.ts'

/** Encrypted credentials, shared by all processes. */
export class SqlSecretStore implements SecretStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async put(secret: SealedSecret, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`INSERT INTO docent.entered_secrets (organization_id, name, body)
        VALUES (${secret.organizationId}, ${secret.name}, ${JSON.stringify(secret)})
        ON CONFLICT (organization_id, name) DO UPDATE SET body = excluded.body`,
      options,
    )
  }

  list(organization: OrganizationId, options?: CallOptions): Promise<SealedSecret[]> {
    return readBodies(
      this.#database,
      sql`SELECT body FROM docent.entered_secrets
        WHERE organization_id = ${organization} ORDER BY name`,
      options,
    )
  }

  async remove(organization: OrganizationId, name: string, options?: CallOptions): Promise<boolean> {
    const { count, wasSentBefore } = await this.#database.write(
      sql`DELETE FROM docent.entered_secrets WHERE organization_id = ${organization} AND name = ${name}`,
      options,
    )
    return count > 0 || wasSentBefore
  }
}
