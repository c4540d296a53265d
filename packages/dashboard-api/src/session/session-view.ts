import { MEMBER_ROLES, PERMISSIONS, permissionsOfRole } from '@docent/core'
import { type Actor, organizationId, ProjectStore } from '@docent/core/plugin'
import type { PublicCall, Services, SignedInSession } from '@docent/http'
import { csrfTokenOf, permissionsIn, sessionCookie } from '@docent/http'
import { z } from 'zod'
import { featuresOf, SHOWN_FEATURES } from './features-of.ts'

/** Who is signed in, and what they may do. */
export const SessionView = z
  .object({
    user: z
      .object({
        id: z.string(),
        name: z.string(),
        email: z.string().nullable().describe('Null until the person sets one.'),
        hasPassword: z.boolean(),
        hasSecondFactor: z.boolean(),
        hasIdentity: z.boolean().describe('Whether a provider of sign-in is connected.'),
      })
      .nullable()
      .describe('Null when nobody is signed in.'),
    organizations: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.enum(MEMBER_ROLES).nullable().describe('Null for a key.'),
          permissions: z.array(z.enum(PERMISSIONS)),
        }),
      )
      .describe('The organizations of the person, or the one of the key.'),
    csrfToken: z.string().nullable().describe('For the header `X-CSRF-Token` of every change.'),
    missing: z
      .array(z.enum(['email', 'password']))
      .describe('What the person should set, so that they can sign in again.'),
    features: z
      .array(z.enum(SHOWN_FEATURES))
      .describe('Features of the server with pages of the dashboard. Empty when nobody is signed in.'),
    expiresAt: z.iso.datetime().nullable().describe('When the session ends if it is not used.'),
  })
  .meta({ id: 'Session' })

export type SessionView = z.output<typeof SessionView>

export const NOBODY: SessionView = {
  user: null,
  organizations: [],
  csrfToken: null,
  missing: [],
  features: [],
  expiresAt: null,
}

export async function viewOfSession(
  { token, session }: SignedInSession,
  services: Services,
): Promise<SessionView> {
  const { id, name, email, hasPassword, hasSecondFactor, hasIdentity } = session.account
  const organizations = await Promise.all(
    session.memberships.map(async ({ organizationId: organization, role }) => ({
      id: organization,
      name: await organizationName(organization, services),
      role,
      permissions: [...permissionsOfRole(role)],
    })),
  )
  return {
    user: { id, name, email, hasPassword, hasSecondFactor, hasIdentity },
    organizations,
    csrfToken: csrfTokenOf(services.settings.secrets, token),
    missing: [
      ...(email === null ? (['email'] as const) : []),
      ...(hasPassword || hasIdentity ? [] : (['password'] as const)),
    ],
    features: featuresOf(services.docent),
    expiresAt: new Date(session.expiresAt).toISOString(),
  }
}

export async function viewOfActor(actor: Actor, services: Services): Promise<SessionView> {
  if (actor.kind === 'nobody') return NOBODY
  if (actor.kind === 'member') return viewOfSession(actor, services)
  const { organizationId: organization } = actor.key
  const name = await organizationName(organization, services)
  const permissions = [...(permissionsIn(actor, organization) ?? [])]
  const features = featuresOf(services.docent)
  return { ...NOBODY, organizations: [{ id: organization, name, role: null, permissions }], features }
}

/** Sets the cookie of the session, for as long as the session lasts. */
export function keepSession(call: PublicCall, { token, session }: SignedInSession): void {
  const { clock, signedIn } = call.services
  call.addCookie(sessionCookie(token, session.expiresAt - clock.now(), signedIn.secure))
}

export function forgetSession(call: PublicCall): void {
  call.addCookie(sessionCookie('', 0, call.services.signedIn.secure))
}

async function organizationName(id: string, { docent }: Services): Promise<string> {
  const organization = await docent.resolve(ProjectStore).organization(organizationId(id))
  return organization?.name ?? id
}
