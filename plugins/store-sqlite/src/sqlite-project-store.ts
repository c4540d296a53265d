import {
  type CallOptions,
  DocentError,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core/plugin'
import type { Database } from './database.ts'

interface BodyRow {
  body: string
}

/** Organizations and projects in SQLite. */
export class SqliteProjectStore implements ProjectStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  putOrganization(organization: Organization, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        'INSERT INTO organizations (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
        organization.id,
        JSON.stringify(organization),
      )
    }, options)
  }

  async organization(id: OrganizationId, options?: CallOptions): Promise<Organization | undefined> {
    options?.signal?.throwIfAborted()
    return this.#one<Organization>('SELECT body FROM organizations WHERE id = ?', id)
  }

  async organizations(options?: CallOptions): Promise<Organization[]> {
    options?.signal?.throwIfAborted()
    return this.#every<Organization>('SELECT body FROM organizations ORDER BY id')
  }

  put(project: Project, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      const before = this.#one<Project>('SELECT body FROM projects WHERE id = ?', project.id)
      if (before && (before.domain !== project.domain || before.organizationId !== project.organizationId)) {
        throw new DocentError('conflict', "The domain and the organization of a project can't change.")
      }
      const owner = this.#one<Project>('SELECT body FROM projects WHERE domain = ?', project.domain)
      if (owner && owner.id !== project.id) {
        throw new DocentError('conflict', `The domain ${project.domain} belongs to another project.`)
      }
      this.#database.run(
        `INSERT INTO projects (id, organization_id, domain, body) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
        project.id,
        project.organizationId,
        project.domain,
        JSON.stringify(project),
      )
    }, options)
  }

  async get(id: ProjectId, options?: CallOptions): Promise<Project | undefined> {
    options?.signal?.throwIfAborted()
    return this.#one<Project>('SELECT body FROM projects WHERE id = ?', id)
  }

  async byDomain(domain: string, options?: CallOptions): Promise<Project | undefined> {
    options?.signal?.throwIfAborted()
    return this.#one<Project>('SELECT body FROM projects WHERE domain = ?', domain)
  }

  async list(options?: CallOptions): Promise<Project[]> {
    options?.signal?.throwIfAborted()
    return this.#every<Project>('SELECT body FROM projects ORDER BY id')
  }

  #one<Value>(sql: string, ...values: string[]): Value | undefined {
    const row = this.#database.get<BodyRow>(sql, ...values)
    return row && (JSON.parse(row.body) as Value)
  }

  #every<Value>(sql: string): Value[] {
    return this.#database.all<BodyRow>(sql).map((row) => JSON.parse(row.body) as Value)
  }
}
