/** Who calls, in the order of the columns. */
export const CALLERS = [
  'nobody',
  'viewer',
  'editor',
  'owner',
  'key read',
  'key write',
  'key manage',
  'key of another organization',
  'owner of another organization',
] as const

export interface PermissionRow {
  /** The status that each caller gets. A call that is let through often answers 400 or 404, so that it changes nothing. */
  readonly statuses: readonly number[]
  /** Values of the path, `docs` for `projectId` and `domain`; others are `none`. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

/** What a role or a key needs, and the status of a call that is let through. */
export const anyone = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row(Array(9).fill(status), rest)

/** Of people about themselves. */
export const signedIn = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, status, status, status, 403, 403, 403, 403, status], rest)

/** Everybody in the organization, and keys with `read` or `write`. */
export const view = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, status, status, status, status, status, status, 404, 404], rest)

/** Editors, owners, and keys with `write`. */
export const edit = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, status, status, 403, status, status, 404, 404], rest)

/** Owners, and keys with `manage`. */
export const manage = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, 403, status, 403, 403, status, 404, 404], rest)

/** Owners alone. */
export const members = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, 403, status, 403, 403, 403, 404, 404], rest)

function row(statuses: readonly number[], rest: Partial<PermissionRow>): PermissionRow {
  return { statuses, ...rest }
}
