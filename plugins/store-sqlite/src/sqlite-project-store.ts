import {
  type CallOptions,
  type Clock,
  DocentError,
  type Json,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core'
import type { Database } from './database.ts'

interface BodyRow {
  body: string
}

/** Organizations, projects and named leases in SQLite. `clock` alone decides when a lease has run out. */
export class SqliteProjectStore implements ProjectStore {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
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
        throw new DocentError('conflict', 'The domain and the organization of a project do not change.')
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

  lease(name: string, holder: string, ttlMs: number, options?: CallOptions): Promise<boolean> {
    return this.#database.transaction(() => {
      const now = this.#clock.now()
      const changed = this.#database.run(
        `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
          WHERE leases.holder = excluded.holder OR leases.expires_at <= ?`,
        name,
        holder,
        now + ttlMs,
        now,
      )
      return changed === 1
    }, options)
  }

  unlease(name: string, holder: string, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder)
    }, options)
  }

  setState(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void> {
    return this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO project_state (project_id, key, value) VALUES (?, ?, ?)
          ON CONFLICT (project_id, key) DO UPDATE SET value = excluded.value`,
        project,
        key,
        JSON.stringify(value),
      )
    }, options)
  }

  async state(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined> {
    options?.signal?.throwIfAborted()
    return this.#one<Json>(
      'SELECT value AS body FROM project_state WHERE project_id = ? AND key = ?',
      project,
      key,
    )
  }

  #one<Value>(sql: string, ...values: string[]): Value | undefined {
    const row = this.#database.get<BodyRow>(sql, ...values)
    return row && (JSON.parse(row.body) as Value)
  }

  #every<Value>(sql: string): Value[] {
    return this.#database.all<BodyRow>(sql).map((row) => JSON.parse(row.body) as Value)
  }
}
