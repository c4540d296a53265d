import { Accounts, type MemberRole, organizationId } from '@docent/core/plugin'
import type { TestServer } from './start-test-server.ts'

export interface TestSession {
  /** Headers of a page of the dashboard: the cookie and the token for changes. */
  readonly headers: Record<string, string>
  readonly cookie: string
  readonly csrfToken: string
  readonly userId: string
}

/** Signs a new person in with a role, as an invitation does, without the work of a password. */
export async function signIn(
  server: Pick<TestServer, 'running' | 'call'>,
  role: MemberRole = 'owner',
  organization = 'default',
): Promise<TestSession> {
  const accounts = server.running.docent.resolve<Accounts>(Accounts)
  const { secret } = await accounts.createLink({
    kind: 'invitation',
    organizationId: organizationId(organization),
    role,
    expiresAt: server.running.services.clock.now() + 60_000,
  })
  const signedIn = await accounts.join(secret, { name: role }, { ip: '127.0.0.1' })
  if (!signedIn) throw new Error('The invitation did not work.')
  const cookie = `docent_session=${signedIn.token}`
  const { body } = await server.call('GET', '/api/session', { key: null, headers: { cookie } })
  const csrfToken = body.csrfToken as string
  return {
    headers: { cookie, 'x-csrf-token': csrfToken },
    cookie,
    csrfToken,
    userId: signedIn.session.account.id,
  }
}
