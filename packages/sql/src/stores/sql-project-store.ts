import {
  type CallOptions,
  DocentError,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type ProjectStore,
} from '@docent/core/plugin'
import { readBodies } from '../statements/read-bodies.ts'
import { sql } from '../statements/sql.ts'
import { ask, type SqlDatabase } from '../statements/sql-database.ts'

/** Organizations and projects. */
export class SqlProjectStore implements ProjectStore {
  readonly #database: SqlDatabase

  constructor(database: SqlDatabase) {
    this.#database = database
  }

  async putOrganization(organization: Organization, options?: CallOptions): Promise<void> {
    await this.#database.write(
      sql`INSERT INTO docent.organizations (id, body) VALUES (${organization.id}, ${JSON.stringify(organization)})
        ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
      options,
    )
  }

  async organization(id: OrganizationId, options?: CallOptions): Promise<Organization | undefined> {
    const [found] = await readBodies<Organization>(
      this.#database,
      sql`SELECT body FROM docent.organizations WHERE id = ${id}`,
      options,
    )
    return found
  }

  organizations(options?: CallOptions): Promise<Organization[]> {
    return readBodies(this.#database, sql`SELECT body FROM docent.organizations ORDER BY id`, options)
  }

  put(project: Project, options?: CallOptions): Promise<void> {
    const { id, organizationId, domain } = project
    const body = JSON.stringify(project)
    return this.#database.transaction(function* () {
      const added = yield* ask(
        sql`INSERT INTO docent.projects (id, organization_id, domain, body)
          VALUES (${id}, ${organizationId}, ${domain}, ${body}) ON CONFLICT DO NOTHING`,
      )
      if (added.count === 1) return
      const changed = yield* ask(
        sql`UPDATE docent.projects SET body = ${body}
          WHERE id = ${id} AND organization_id = ${organizationId} AND domain = ${domain}`,
      )
      if (changed.count === 1) return
      const known = yield* ask(sql`SELECT 1 FROM docent.projects WHERE id = ${id}`)
      throw new DocentError(
        'conflict',
        known.count > 0
          ? "The domain and the organization of a project can't change."
          : `The domain ${domain} belongs to another project.`,
      )
    }, options)
  }

  async get(id: ProjectId, options?: CallOptions): Promise<Project | undefined> {
    const [found] = await readBodies<Project>(
      this.#database,
      sql`SELECT body FROM docent.projects WHERE id = ${id}`,
      options,
    )
    return found
  }

  async byDomain(domain: string, options?: CallOptions): Promise<Project | undefined> {
    const [found] = await readBodies<Project>(
      this.#database,
      sql`SELECT body FROM docent.projects WHERE domain = ${domain}`,
      options,
    )
    return found
  }

  list(options?: CallOptions): Promise<Project[]> {
    return readBodies(this.#database, sql`SELECT body FROM docent.projects ORDER BY id`, options)
  }
}
