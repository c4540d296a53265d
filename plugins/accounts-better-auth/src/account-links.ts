import { createHash, randomBytes } from 'node:crypto'
import {
  type AccountLink,
  type AccountLinkDraft,
  type AccountLinkKind,
  type Clock,
  type Ids,
  type MemberRole,
  type OrganizationId,
  organizationId,
  userId,
} from '@docent/core'
import type { AccountsDatabase } from './accounts-database.ts'

interface LinkRow {
  id: string
  kind: AccountLinkKind
  organization_id: string
  role: MemberRole
  user_id: string | null
  note: string | null
  created_at: number
  expires_at: number
}

/** Links that work once. A secret has 256 random bits, so a plain hash of it keeps it. */
export class AccountLinks {
  constructor(
    private readonly database: AccountsDatabase,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async create(draft: AccountLinkDraft): Promise<{ link: AccountLink; secret: string }> {
    const secret = randomBytes(32).toString('base64url')
    const link: AccountLink = {
      id: this.ids.sortable(),
      kind: draft.kind,
      organizationId: draft.organizationId,
      role: draft.role,
      userId: draft.userId ?? null,
      note: draft.note ?? null,
      createdAt: this.clock.now(),
      expiresAt: draft.expiresAt,
    }
    await this.database.run(
      `INSERT INTO docent_links (id, hash, kind, organization_id, role, user_id, note, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      link.id,
      hashOf(secret),
      link.kind,
      link.organizationId,
      link.role,
      link.userId,
      link.note,
      link.createdAt,
      link.expiresAt,
    )
    return { link, secret }
  }

  async list(organization: OrganizationId): Promise<AccountLink[]> {
    const rows = await this.database.all<LinkRow>(
      `SELECT * FROM docent_links WHERE organization_id = ? AND used_at IS NULL AND expires_at > ?
        ORDER BY seq DESC`,
      organization,
      this.clock.now(),
    )
    return rows.map(linkOf)
  }

  async find(secret: string): Promise<AccountLink | undefined> {
    const row = await this.database.get<LinkRow>(
      'SELECT * FROM docent_links WHERE hash = ? AND used_at IS NULL AND expires_at > ?',
      hashOf(secret),
      this.clock.now(),
    )
    return row && linkOf(row)
  }

  /** True for the one call that uses it up. */
  async use(id: string): Promise<boolean> {
    const now = this.clock.now()
    return (
      (await this.database.run(
        'UPDATE docent_links SET used_at = ? WHERE id = ? AND used_at IS NULL AND expires_at > ?',
        now,
        id,
        now,
      )) === 1
    )
  }

  /** What it was used for could not be done: it works again. */
  async giveBack(id: string): Promise<void> {
    await this.database.run('UPDATE docent_links SET used_at = NULL WHERE id = ?', id)
  }

  async revoke(organization: OrganizationId, id: string): Promise<boolean> {
    return (
      (await this.database.run(
        'DELETE FROM docent_links WHERE organization_id = ? AND id = ? AND used_at IS NULL AND expires_at > ?',
        organization,
        id,
        this.clock.now(),
      )) === 1
    )
  }

  /** An account that is gone has nothing to reset. */
  async forgetUser(user: string): Promise<void> {
    await this.database.run('DELETE FROM docent_links WHERE user_id = ?', user)
  }
}

function linkOf(row: LinkRow): AccountLink {
  return {
    id: row.id,
    kind: row.kind,
    organizationId: organizationId(row.organization_id),
    role: row.role,
    userId: row.user_id === null ? null : userId(row.user_id),
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
