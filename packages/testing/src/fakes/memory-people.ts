import { type Account, DocentError, type UserId } from '@docent/core/plugin'
import { isCodeOf } from './authenticator-app.ts'

export interface MemoryPerson {
  account: Account
  password?: string
  secondFactor?: MemorySecondFactor
}

export interface MemorySecondFactor {
  readonly secret: string
  readonly backupCodes: Set<string>
  /** Each works once. */
  readonly usedCodes: Set<string>
}

/** People in memory, for tests. */
export class MemoryPeople extends Map<UserId, MemoryPerson> {
  /** @throws DocentError `not_found` */
  need(user: UserId): MemoryPerson {
    const person = this.get(user)
    if (!person) throw new DocentError('not_found', 'There is no such account.')
    return person
  }

  byEmail(email: string): MemoryPerson | undefined {
    return [...this.values()].find(({ account }) => account.email === normal(email))
  }

  /** @throws DocentError `conflict` when the address is another person's */
  assertFree(email: string | undefined, except?: UserId): void {
    const other = email === undefined ? undefined : this.byEmail(email)
    if (other && other.account.id !== except) throw new DocentError('conflict', 'The address is taken.')
  }
}

/** Addresses are compared without case. */
export function normal(email: string): string {
  return email.trim().toLowerCase()
}

/** True for the first use of a right code. */
export function takeCode({ secret, usedCodes }: MemorySecondFactor, code: string): boolean {
  if (!isCodeOf(secret, code) || usedCodes.has(code)) return false
  usedCodes.add(code)
  return true
}
