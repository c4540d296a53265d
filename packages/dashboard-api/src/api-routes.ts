import type { RouteTable } from '@docent/core/plugin'
import { changeAccount } from './account/change-account.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from './account/second-factor.ts'
import { listAudit } from './audit/list-audit.ts'
import { DASHBOARD_ROUTES } from './dashboard-routes.ts'
import { streamNews } from './events/stream-news.ts'
import { changeKey } from './keys/change-key.ts'
import { createKey } from './keys/create-key.ts'
import { listKeys } from './keys/list-keys.ts'
import { restoreKey } from './keys/restore-key.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { changeMember } from './members/change-member.ts'
import { createResetLink } from './members/create-reset-link.ts'
import { createInvitation, listInvitations, revokeInvitation } from './members/invitations.ts'
import { listMembers } from './members/list-members.ts'
import { removeMember } from './members/remove-member.ts'
import { enterSecret, listSecrets, removeSecret } from './secrets/secrets.ts'
import { acceptInvitation } from './session/accept-invitation.ts'
import { answerChallenge } from './session/answer-challenge.ts'
import { getSession } from './session/get-session.ts'
import { inspectLink } from './session/inspect-link.ts'
import { beginOpenId, finishOpenId, getOpenId } from './session/openid.ts'
import { resetPassword } from './session/reset-password.ts'
import { signIn } from './session/sign-in.ts'
import { signOut } from './session/sign-out.ts'
import { signOutEverywhere } from './session/sign-out-everywhere.ts'
import { useOwnerLink } from './session/use-owner-link.ts'

/** Every operation of `/api`: for the dashboard, and for scripts with an admin key. */
export const API_ROUTES: RouteTable = [
  ['GET', '/api/session', getSession],
  ['POST', '/api/session', signIn],
  ['DELETE', '/api/session', signOut],
  ['POST', '/api/session/second-factor', answerChallenge],
  ['POST', '/api/session/link', inspectLink],
  ['POST', '/api/session/owner-link', useOwnerLink],
  ['POST', '/api/session/invitation', acceptInvitation],
  ['POST', '/api/session/password', resetPassword],
  ['GET', '/api/session/openid', getOpenId],
  ['POST', '/api/session/openid', beginOpenId],
  ['GET', '/api/session/openid/callback', finishOpenId],
  ['DELETE', '/api/sessions', signOutEverywhere],

  ['PATCH', '/api/account', changeAccount],
  ['POST', '/api/account/second-factor', beginSecondFactor],
  ['POST', '/api/account/second-factor/confirm', confirmSecondFactor],
  ['POST', '/api/account/second-factor/remove', removeSecondFactor],

  ['GET', '/api/members', listMembers],
  ['PATCH', '/api/members/{userId}', changeMember],
  ['DELETE', '/api/members/{userId}', removeMember],
  ['POST', '/api/members/{userId}/reset-link', createResetLink],
  ['GET', '/api/invitations', listInvitations],
  ['POST', '/api/invitations', createInvitation],
  ['DELETE', '/api/invitations/{id}', revokeInvitation],

  ['GET', '/api/keys', listKeys],
  ['POST', '/api/keys', createKey],
  ['PATCH', '/api/keys/{id}', changeKey],
  ['DELETE', '/api/keys/{id}', revokeKey],
  ['POST', '/api/keys/{id}/restore', restoreKey],

  ['GET', '/api/secrets', listSecrets],
  ['PUT', '/api/secrets/{name}', enterSecret],
  ['DELETE', '/api/secrets/{name}', removeSecret],

  ['GET', '/api/audit', listAudit],
  ['GET', '/api/events', streamNews],
  ...DASHBOARD_ROUTES,
]
