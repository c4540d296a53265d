import { type Accounts, type MemberRole, organizationId, type SignedIn } from '@docent/core/plugin'
import { codeOf } from '../fakes/authenticator-app.ts'
import type { ManualClock } from '../fakes/manual-clock.ts'
import type { ContractContext } from './contract-case.ts'

export interface AccountsContext extends ContractContext {
  readonly accounts: Accounts
  /** The clock of the links. */
  readonly clock: ManualClock
  /** Another adapter over the same data, as another process has it. Absent when the data is in memory. */
  peer?(): Accounts | Promise<Accounts>
}

export const mine = organizationId('mine')
export const theirs = organizationId('theirs')
export const client = { ip: '192.0.2.7', userAgent: 'Contract/1.0' }
export const password = 'correct horse battery staple'
export const HOUR_MS = 60 * 60_000

export interface LinkWishes {
  kind?: 'owner' | 'invitation' | 'reset'
  role?: MemberRole
  note?: string
  userId?: SignedIn['session']['account']['id']
}

export function draft(clock: ManualClock, { kind = 'invitation', ...wishes }: LinkWishes = {}) {
  const role: MemberRole = kind === 'owner' ? 'owner' : 'viewer'
  return { kind, role, organizationId: mine, expiresAt: clock.now() + HOUR_MS, ...wishes }
}

export async function join(
  accounts: Accounts,
  clock: ManualClock,
  wishes: LinkWishes,
  person: { name?: string; email?: string; password?: string } = {},
): Promise<SignedIn> {
  const { secret } = await accounts.createLink(draft(clock, wishes))
  const joined = await accounts.join(secret, person, client)
  if (!joined) throw new Error('The link did not work.')
  return joined
}

export async function signIn(accounts: Accounts, email: string, by = password): Promise<SignedIn> {
  const outcome = await accounts.signIn({ email, password: by }, client)
  if (outcome?.kind !== 'signed-in') throw new Error(`Signing in answered ${outcome?.kind}.`)
  return outcome
}

/** Six digits that are no code of now. */
export function wrongCode(secret: string): string {
  return String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
}
