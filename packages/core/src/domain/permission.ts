import type { KeyScope } from './key.ts'

/** What a person may be in an organization. */
export const MEMBER_ROLES = ['owner', 'editor', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/**
 * What an operation of the dashboard needs. `view` reads; `edit` acts on jobs, drafts and merges; `manage` changes
 * settings, keys and secrets; `members` changes who belongs to the organization, which no key ever does.
 */
export const PERMISSIONS = ['view', 'edit', 'manage', 'members'] as const
export type Permission = (typeof PERMISSIONS)[number]

const BY_ROLE: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: ['view', 'edit', 'manage', 'members'],
  editor: ['view', 'edit'],
  viewer: ['view'],
}

const BY_SCOPE: Readonly<Record<KeyScope, readonly Permission[]>> = {
  read: ['view'],
  write: ['view', 'edit'],
  manage: ['view', 'edit', 'manage'],
}

export function permissionsOfRole(role: MemberRole): readonly Permission[] {
  return BY_ROLE[role]
}

/** In the order of `PERMISSIONS`. */
export function permissionsOfScopes(scopes: readonly KeyScope[]): readonly Permission[] {
  const held = new Set(scopes.flatMap((scope) => BY_SCOPE[scope]))
  return PERMISSIONS.filter((permission) => held.has(permission))
}

/** True when the scopes contain the one that is needed: `manage` contains `write`, and `write` contains `read`. */
export function holdsScope(scopes: readonly KeyScope[], needed: KeyScope): boolean {
  if (scopes.includes(needed) || scopes.includes('manage')) return true
  return needed === 'read' && scopes.includes('write')
}
