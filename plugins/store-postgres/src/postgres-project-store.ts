import {
  type CallOptions,
  DocentError,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core/plugin'
import { isUniqueViolation, type Postgres } from '@docent/postgres'

interface BodyRow {
  body: string
}

/** Organizations and projects in PostgreSQL. */
export class PostgresProjectStore implements ProjectStore {
  readonly #postgres: Postgres

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  async putOrganization(organization: Organization, options?: CallOptions): Promise<void> {
    await this.#postgres.query(
      `INSERT INTO docent.organizations (id, body) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
      [organization.id, JSON.stringify(organization)],
      options,
    )
  }

  organization(id: OrganizationId, options?: CallOptions): Promise<Organization | undefined> {
    return this.#one<Organization>('SELECT body FROM docent.organizations WHERE id = $1', id, options)
  }

  organizations(options?: CallOptions): Promise<Organization[]> {
    return this.#every<Organization>('SELECT body FROM docent.organizations ORDER BY id', [], options)
  }

  async put(project: Project, options?: CallOptions): Promise<void> {
    try {
      const { count } = await this.#postgres.query(
        `INSERT INTO docent.projects AS kept (id, organization_id, domain, body) VALUES ($1, $2, $3, $4)
          ON CONFLICT (id) DO UPDATE SET body = excluded.body
          WHERE kept.domain = excluded.domain AND kept.organization_id = excluded.organization_id`,
        [project.id, project.organizationId, project.domain, JSON.stringify(project)],
        options,
      )
      if (count === 1) return
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      throw new DocentError('conflict', `The domain ${project.domain} belongs to another project.`, {
        cause: error,
      })
    }
    throw new DocentError('conflict', "The domain and the organization of a project can't change.")
  }

  get(id: ProjectId, options?: CallOptions): Promise<Project | undefined> {
    return this.#one<Project>('SELECT body FROM docent.projects WHERE id = $1', id, options)
  }

  byDomain(domain: string, options?: CallOptions): Promise<Project | undefined> {
    return this.#one<Project>('SELECT body FROM docent.projects WHERE domain = $1', domain, options)
  }

  list(options?: CallOptions): Promise<Project[]> {
    return this.#every<Project>('SELECT body FROM docent.projects ORDER BY id', [], options)
  }

  async #one<Value>(
    sql: string,
    value: string,
    options: CallOptions | undefined,
  ): Promise<Value | undefined> {
    const [found] = await this.#every<Value>(sql, [value], options)
    return found
  }

  async #every<Value>(sql: string, values: string[], options: CallOptions | undefined): Promise<Value[]> {
    const { rows } = await this.#postgres.query<BodyRow>(sql, values, options)
    return rows.map((row) => JSON.parse(row.body) as Value)
  }
}
