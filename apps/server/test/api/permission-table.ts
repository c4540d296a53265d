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
const anyone = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row(Array(9).fill(status), rest)

/** Of people about themselves. */
const signedIn = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, status, status, status, 403, 403, 403, 403, status], rest)

/** Everybody in the organization, and keys with `read`. */
export const view = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, status, status, status, status, 403, status, 404, 404], rest)

/** Editors, owners, and keys with `write`. */
export const edit = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, status, status, 403, status, status, 404, 404], rest)

/** Owners, and keys with `manage`. */
export const manage = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, 403, status, 403, 403, status, 404, 404], rest)

/** Owners alone. */
const members = (status: number, rest: Partial<PermissionRow> = {}): PermissionRow =>
  row([401, 403, 403, status, 403, 403, 403, 404, 404], rest)

/** Every operation of `/api`. A new one needs a row. */
export const PERMISSION_TABLE: Readonly<Record<string, PermissionRow>> = {
  'GET /api/session': anyone(200),
  'POST /api/session': anyone(400, { body: {} }),
  'DELETE /api/session': signedIn(204),
  'POST /api/session/second-factor': anyone(400, { body: {} }),
  'POST /api/session/link': anyone(400, { body: {} }),
  'POST /api/session/owner-link': anyone(400, { body: {} }),
  'POST /api/session/invitation': anyone(400, { body: {} }),
  'POST /api/session/password': anyone(400, { body: {} }),
  'DELETE /api/sessions': signedIn(204),

  'PATCH /api/account': signedIn(400, { body: {} }),
  'POST /api/account/second-factor': signedIn(400, { body: {} }),
  'POST /api/account/second-factor/confirm': signedIn(400, { body: {} }),
  'POST /api/account/second-factor/remove': signedIn(400, { body: {} }),

  'GET /api/members': members(200),
  'PATCH /api/members/{userId}': members(404, { body: { role: 'viewer' } }),
  'DELETE /api/members/{userId}': members(404),
  'POST /api/members/{userId}/reset-link': members(404),
  'GET /api/invitations': members(200),
  'POST /api/invitations': members(400, { body: {} }),
  'DELETE /api/invitations/{id}': members(404),

  'GET /api/keys': manage(200),
  'POST /api/keys': manage(400, { body: {} }),
  'DELETE /api/keys/{id}': manage(404),

  'GET /api/audit': manage(200),
  // A right query would not end.
  'GET /api/events': view(400, { query: 'topics=none' }),
}

function row(statuses: readonly number[], rest: Partial<PermissionRow>): PermissionRow {
  return { statuses, ...rest }
}
