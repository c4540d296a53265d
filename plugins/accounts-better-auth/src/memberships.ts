import {
  type Clock,
  DocentError,
  type MemberRole,
  type Membership,
  type OrganizationId,
  organizationId,
} from '@docent/core'
import type { AccountsDatabase } from './accounts-database.ts'

interface MemberRow {
  organization_id: string
  user_id: string
  role: MemberRole
  joined_at: number
}

const RANK: Readonly<Record<MemberRole, number>> = { viewer: 0, editor: 1, owner: 2 }

/** Who belongs to which organization. An organization that has an owner keeps one. */
export class Memberships {
  constructor(
    private readonly database: AccountsDatabase,
    private readonly clock: Clock,
  ) {}

  hasOwner(organization: OrganizationId): boolean {
    return (
      this.database.exists &&
      this.database.get(
        "SELECT 1 FROM docent_members WHERE organization_id = ? AND role = 'owner'",
        organization,
      ) !== undefined
    )
  }

  of(user: string): Membership[] {
    return this.database
      .all<MemberRow>('SELECT * FROM docent_members WHERE user_id = ? ORDER BY seq', user)
      .map((row) => ({ organizationId: organizationId(row.organization_id), role: row.role }))
  }

  list(organization: OrganizationId): MemberRow[] {
    return this.database.all<MemberRow>(
      'SELECT * FROM docent_members WHERE organization_id = ? ORDER BY seq',
      organization,
    )
  }

  /** Makes the person a member, or raises the role of one. */
  add(organization: OrganizationId, user: string, role: MemberRole): void {
    this.database.transaction(() => {
      const known = this.#role(organization, user)
      if (known !== undefined && RANK[known] >= RANK[role]) return
      this.database.run(
        `INSERT INTO docent_members (organization_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role`,
        organization,
        user,
        role,
        this.clock.now(),
      )
    })
  }

  /** @throws DocentError `conflict` for the last owner. */
  change(organization: OrganizationId, user: string, role: MemberRole): boolean {
    return this.database.transaction(() => {
      const known = this.#role(organization, user)
      if (known === undefined) return false
      if (role !== 'owner') this.#keepAnOwner(organization, user, known)
      this.database.run(
        'UPDATE docent_members SET role = ? WHERE organization_id = ? AND user_id = ?',
        role,
        organization,
        user,
      )
      return true
    })
  }

  /** @throws DocentError `conflict` for the last owner. */
  remove(organization: OrganizationId, user: string): boolean {
    return this.database.transaction(() => {
      const known = this.#role(organization, user)
      if (known === undefined) return false
      this.#keepAnOwner(organization, user, known)
      this.database.run(
        'DELETE FROM docent_members WHERE organization_id = ? AND user_id = ?',
        organization,
        user,
      )
      return true
    })
  }

  #role(organization: OrganizationId, user: string): MemberRole | undefined {
    return this.database.get<MemberRow>(
      'SELECT * FROM docent_members WHERE organization_id = ? AND user_id = ?',
      organization,
      user,
    )?.role
  }

  #keepAnOwner(organization: OrganizationId, user: string, role: MemberRole): void {
    if (role !== 'owner') return
    const other = this.database.get(
      "SELECT 1 FROM docent_members WHERE organization_id = ? AND role = 'owner' AND user_id <> ?",
      organization,
      user,
    )
    if (other === undefined)
      throw new DocentError(
        'conflict',
        'This is the last owner of the organization. Make somebody else an owner first.',
      )
  }
}
