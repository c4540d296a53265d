import {
  type Clock,
  DocentError,
  type MemberRole,
  type Membership,
  type OrganizationId,
  organizationId,
} from '@docent/core/plugin'
import type { AccountsDatabase } from './accounts-database.ts'

interface MemberRow {
  organization_id: string
  user_id: string
  role: MemberRole
  joined_at: number
}

const IS_NOT_LAST_OWNER = `role <> 'owner' OR EXISTS (SELECT 1 FROM docent_members AS other
  WHERE other.organization_id = docent_members.organization_id AND other.role = 'owner'
    AND other.user_id <> docent_members.user_id)`

const rankOf = (role: string) => `CASE ${role} WHEN 'owner' THEN 2 WHEN 'editor' THEN 1 ELSE 0 END`

/** Who belongs to which organization. An organization that has an owner keeps one. */
export class Memberships {
  constructor(
    private readonly database: AccountsDatabase,
    private readonly clock: Clock,
  ) {}

  async hasOwner(organization: OrganizationId): Promise<boolean> {
    if (!this.database.exists) return false
    const owner = await this.database.get(
      "SELECT 1 AS found FROM docent_members WHERE organization_id = ? AND role = 'owner'",
      organization,
    )
    return owner !== undefined
  }

  async of(user: string): Promise<Membership[]> {
    const rows = await this.database.all<MemberRow>(
      'SELECT * FROM docent_members WHERE user_id = ? ORDER BY seq',
      user,
    )
    return rows.map((row) => ({ organizationId: organizationId(row.organization_id), role: row.role }))
  }

  list(organization: OrganizationId): Promise<MemberRow[]> {
    return this.database.all<MemberRow>(
      'SELECT * FROM docent_members WHERE organization_id = ? ORDER BY seq',
      organization,
    )
  }

  /** Makes the person a member, or raises the role of one. */
  async add(organization: OrganizationId, user: string, role: MemberRole): Promise<void> {
    await this.database.run(
      `INSERT INTO docent_members AS known (organization_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
        WHERE ${rankOf('excluded.role')} > ${rankOf('known.role')}`,
      organization,
      user,
      role,
      this.clock.now(),
    )
  }

  /** @throws DocentError `conflict` for the last owner. */
  async change(organization: OrganizationId, user: string, role: MemberRole): Promise<boolean> {
    const changed = await this.database.runAlone(
      `UPDATE docent_members SET role = ? WHERE organization_id = ? AND user_id = ?
        AND (? = 'owner' OR ${IS_NOT_LAST_OWNER})`,
      role,
      organization,
      user,
      role,
    )
    return changed === 1 || this.#refuseLastOwner(organization, user)
  }

  /** @throws DocentError `conflict` for the last owner. */
  async remove(organization: OrganizationId, user: string): Promise<boolean> {
    const removed = await this.database.runAlone(
      `DELETE FROM docent_members WHERE organization_id = ? AND user_id = ? AND (${IS_NOT_LAST_OWNER})`,
      organization,
      user,
    )
    return removed === 1 || this.#refuseLastOwner(organization, user)
  }

  /** Nothing changed: the person is no member, or the last owner. */
  async #refuseLastOwner(organization: OrganizationId, user: string): Promise<false> {
    const member = await this.database.get(
      'SELECT 1 AS found FROM docent_members WHERE organization_id = ? AND user_id = ?',
      organization,
      user,
    )
    if (member === undefined) return false
    throw new DocentError(
      'conflict',
      'This is the last owner of the organization. Make somebody else an owner first.',
    )
  }
}
