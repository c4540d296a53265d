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
} from '@docent/core/plugin'
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

/** The library takes the codes of the 30 seconds before and after too: none is right for longer than 90 seconds. */
const CODES_MS = 5 * 60_000

/** The role of a person in the organization of the link. */
const roleOf = (person: string) => `(SELECT member.role FROM docent_members AS member
  WHERE member.organization_id = docent_links.organization_id AND member.user_id = ${person})`

/**
 * A link that its organization may still give. Members may have come, gone, or changed their roles since it was made, so
 * that is asked in the statement that reads or uses the link.
 */
const WORKS = `used_at IS NULL AND expires_at > ?
  AND (made_by IS NULL OR ${roleOf('docent_links.made_by')} = 'owner')
  AND (kind <> 'owner' OR user_id IS NULL OR ${roleOf('docent_links.user_id')} = 'owner')
  AND (kind <> 'reset' OR (${roleOf('docent_links.user_id')} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM docent_members AS other WHERE other.user_id = docent_links.user_id
      AND other.organization_id <> docent_links.organization_id)))`

/**
 * Links, and codes of authenticator apps, that work once. A secret of a link has 256 random bits, so a plain hash of it
 * keeps it.
 */
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
      `INSERT INTO docent_links
        (id, hash, kind, organization_id, role, user_id, note, made_by, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      link.id,
      hashOf(secret),
      link.kind,
      link.organizationId,
      link.role,
      link.userId,
      link.note,
      draft.madeBy ?? null,
      link.createdAt,
      link.expiresAt,
    )
    return { link, secret }
  }

  async list(organization: OrganizationId): Promise<AccountLink[]> {
    const rows = await this.database.all<LinkRow>(
      `SELECT * FROM docent_links WHERE organization_id = ? AND ${WORKS} ORDER BY seq DESC`,
      organization,
      this.clock.now(),
    )
    return rows.map(linkOf)
  }

  async find(secret: string): Promise<AccountLink | undefined> {
    const row = await this.database.get<LinkRow>(
      `SELECT * FROM docent_links WHERE hash = ? AND ${WORKS}`,
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
        `UPDATE docent_links SET used_at = ? WHERE id = ? AND ${WORKS}`,
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
        `DELETE FROM docent_links WHERE organization_id = ? AND id = ? AND ${WORKS}`,
        organization,
        id,
        this.clock.now(),
      )) === 1
    )
  }

  /**
   * Uses up a code that was right. True for the first of all calls with this code of the person, in whichever process
   * (RFC 6238, section 5.2).
   */
  async takeCode(user: string, code: string): Promise<boolean> {
    const now = this.clock.now()
    await this.database.run('DELETE FROM docent_used_codes WHERE used_at < ?', now - CODES_MS)
    const taken = await this.database.run(
      'INSERT INTO docent_used_codes (user_id, code, used_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      user,
      code,
      now,
    )
    return taken === 1
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
