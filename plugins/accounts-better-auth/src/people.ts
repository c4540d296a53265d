import { randomUUID } from 'node:crypto'
import { type Account, DocentError, defined, type PersonDetails, userId } from '@docent/core/plugin'
import type { AuthLibrary } from './auth-library.ts'

/** The library wants an address of everybody. Nobody receives mail at a name under `.invalid` (RFC 2606). */
const NO_ADDRESS = '@accounts.invalid'

/** The provider of passwords, as the library names it. */
const PASSWORD = 'credential'
/** Ways to sign in that one person may have. */
const MOST_WAYS = 10

interface UserRow {
  id: string
  name: string
  email: string
  createdAt: Date
  twoFactorEnabled?: boolean | null
}

/** The people that the library knows, as Docent sees them. */
export class People {
  constructor(private readonly library: AuthLibrary) {}

  async account(id: string): Promise<Account | undefined> {
    return (await this.accounts([id])).get(id)
  }

  async accounts(ids: readonly string[]): Promise<Map<string, Account>> {
    if (ids.length === 0) return new Map()
    const { adapter } = this.library.context
    const among = (field: string) => ({ field, operator: 'in' as const, value: [...ids] })
    const [users, ways] = await Promise.all([
      adapter.findMany<UserRow>({ model: 'user', where: [among('id')], limit: ids.length }),
      adapter.findMany<{ userId: string; providerId: string }>({
        model: 'account',
        where: [among('userId')],
        limit: ids.length * MOST_WAYS,
      }),
    ])
    const having = (isWay: (providerId: string) => boolean) =>
      new Set(ways.filter(({ providerId }) => isWay(providerId)).map((way) => way.userId))
    const withPassword = having((providerId) => providerId === PASSWORD)
    const withIdentity = having((providerId) => providerId !== PASSWORD)
    return new Map(
      users.map((user) => [
        user.id,
        accountOf(user, { hasPassword: withPassword.has(user.id), hasIdentity: withIdentity.has(user.id) }),
      ]),
    )
  }

  async byEmail(email: string): Promise<Account | undefined> {
    const found = await this.library.context.internalAdapter.findUserByEmail(normal(email))
    return found ? this.account(found.user.id) : undefined
  }

  /** @throws DocentError `conflict` when the address is somebody's. */
  async assertFree(email: string | undefined, except?: string): Promise<void> {
    if (email === undefined) return
    const found = await this.library.context.internalAdapter.findUserByEmail(normal(email))
    if (found && found.user.id !== except)
      throw new DocentError(
        'conflict',
        'Another account has this address. Sign in with it, or use another address.',
      )
  }

  async create({ name, email, password }: PersonDetails): Promise<string> {
    const { internalAdapter } = this.library.context
    const user = await internalAdapter.createUser(
      {
        name: name?.trim() || 'Owner',
        email: email === undefined ? `${randomUUID()}${NO_ADDRESS}` : normal(email),
        emailVerified: false,
      },
      { method: 'email-password' },
    )
    if (password !== undefined) await this.setPassword(user.id, password)
    return user.id
  }

  async change(id: string, { name, email }: Pick<PersonDetails, 'name' | 'email'>): Promise<Account> {
    await this.assertFree(email, id)
    await this.library.context.internalAdapter.updateUser(id, {
      ...defined({ name: name?.trim() }),
      ...(email === undefined ? {} : { email: normal(email) }),
    })
    const account = await this.account(id)
    if (account) return account
    throw new DocentError('not_found', 'This account no longer exists.')
  }

  async checkPassword(id: string, password: string): Promise<boolean> {
    const { internalAdapter, password: hashing } = this.library.context
    const hash = (await internalAdapter.findCredentialAccount(id))?.password
    return typeof hash === 'string' && hashing.verify({ hash, password })
  }

  async setPassword(id: string, password: string): Promise<void> {
    const { internalAdapter, password: hashing } = this.library.context
    const hash = await hashing.hash(password)
    const known = await internalAdapter.findCredentialAccount(id)
    if (known) await internalAdapter.updateAccount(known.id, { password: hash })
    else
      await internalAdapter.linkAccount({
        userId: id,
        providerId: PASSWORD,
        accountId: id,
        password: hash,
      })
  }

  async removeSecondFactor(id: string): Promise<void> {
    const { adapter, internalAdapter } = this.library.context
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: id }] })
    await internalAdapter.updateUser(id, { twoFactorEnabled: false })
  }

  async endSessions(id: string, keep?: string): Promise<void> {
    const { adapter, internalAdapter } = this.library.context
    const sessions = await internalAdapter.listSessions(id)
    const ending = sessions.map((session) => session.token).filter((token) => token !== keep)
    if (ending.length > 0) await internalAdapter.deleteSessions(ending)
    // A sign-in that waits for its code is half a session: its password was right before this.
    await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: id }] })
  }

  async remove(id: string): Promise<void> {
    const { adapter, internalAdapter } = this.library.context
    await internalAdapter.deleteUserSessions(id)
    await internalAdapter.deleteAccounts(id)
    await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: id }] })
    await internalAdapter.deleteUser(id)
  }
}

function normal(email: string): string {
  return email.trim().toLowerCase()
}

function accountOf(user: UserRow, ways: Pick<Account, 'hasPassword' | 'hasIdentity'>): Account {
  return {
    id: userId(user.id),
    name: user.name,
    email: user.email.endsWith(NO_ADDRESS) ? null : user.email,
    ...ways,
    hasSecondFactor: user.twoFactorEnabled === true,
    createdAt: user.createdAt.getTime(),
  }
}
