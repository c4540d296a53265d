import { DASHBOARD_PERMISSIONS } from './dashboard-permissions.ts'
import { anyone, edit, manage, members, type PermissionRow, signedIn, view } from './permission-row.ts'

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
  'GET /api/session/openid': anyone(200),
  'POST /api/session/openid': anyone(400, { body: { invitation: '' } }),
  // A server without a provider has no such page.
  'GET /api/session/openid/callback': anyone(404),
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
  'PATCH /api/keys/{id}': manage(404, { body: { spendUsdPerMonth: 5 } }),
  'DELETE /api/keys/{id}': manage(404),
  'POST /api/keys/{id}/restore': manage(404),

  'GET /api/secrets': manage(200),
  'PUT /api/secrets/{name}': manage(400, { body: {} }),
  'DELETE /api/secrets/{name}': manage(404),

  'GET /api/audit': manage(200),

  'GET /api/projects/{projectId}/brand': view(200),
  'PUT /api/projects/{projectId}/brand': manage(400, { body: { accent: 'loud' } }),
  'PUT /api/projects/{projectId}/brand/files/{slot}': manage(400, { body: {} }),
  'DELETE /api/projects/{projectId}/brand/files/{slot}': manage(404),
  'POST /api/projects/{projectId}/jobs/cancel': edit(200),
  // A right query would not end.
  'GET /api/events': view(400, { query: 'topics=none' }),

  ...DASHBOARD_PERMISSIONS,
}
