import { createHash } from 'node:crypto'
import { DocentError, type Resealed } from '@docent/core/plugin'
import type { AuthContext } from 'better-auth'
import type { AccountsDatabase } from './accounts-database.ts'
import { resealSecondFactors } from './reseal-second-factors.ts'

export interface LibrarySettings {
  secrets: readonly string[]
  sessionDays: number
}

/** Carries the address of the client to the library: it trusts no header that a client can write. */
export const CLIENT_HEADER = 'x-docent-client'

interface Asked<Body> {
  body: Body
  headers: Headers
}

/** The endpoints of the library that Docent calls. */
interface LibraryEndpoints {
  signInEmail(
    request: Asked<{ email: string; password: string }> & { returnHeaders: true },
  ): Promise<{ headers: Headers; response: object }>
  getSession(request: { headers: Headers }): Promise<{
    session: { id: string; createdAt: Date; expiresAt: Date }
    user: { id: string }
  } | null>
  enableTwoFactor(
    request: Asked<{ password: string; method: 'totp' }>,
  ): Promise<{ method: string; totpURI?: string; backupCodes?: string[] }>
  verifyTOTP(
    request: Asked<{ code: string }> & { returnHeaders: true },
  ): Promise<{ headers: Headers; response: { token: string } }>
  verifyBackupCode(request: Asked<{ code: string }>): Promise<{ token?: string | undefined }>
}

/** The library over an open database, with its tables made. */
export interface AuthLibrary {
  resealSecondFactors(): Promise<Resealed>
  readonly api: LibraryEndpoints
  readonly context: Pick<AuthContext, 'internalAdapter' | 'secret' | 'authCookies' | 'tables'> & {
    readonly password: Pick<AuthContext['password'], 'hash' | 'verify'>
    readonly adapter: Pick<AuthContext['adapter'], 'findMany' | 'deleteMany' | 'create' | 'count' | 'update'>
  }
}

/**
 * Imports better-auth, which takes a while and memory, and brings its tables up to date. It serves no route of its
 * own: Docent calls its endpoints as functions, with the cookies that they expect.
 */
export async function loadLibrary(
  database: AccountsDatabase,
  { secrets, sessionDays }: LibrarySettings,
): Promise<AuthLibrary> {
  if (secrets.length === 0)
    throw new DocentError('configuration', 'Accounts need a secret. Set DOCENT_SECRET.')
  const [{ betterAuth }, { twoFactor }, { getMigrations }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/two-factor'),
    import('better-auth/db/migration'),
  ])
  const [newest = ''] = secrets
  const source = await database.library()
  const options = {
    appName: 'Docent',
    database: source.database,
    secret: newest,
    secrets: secrets.map((value) => ({ version: versionOf(value), value })),
    // Never asked over HTTP, so that no address of it is anybody's.
    baseURL: 'http://accounts.invalid',
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
    },
    session: { expiresIn: sessionDays * DAY_S, updateAge: Math.min(DAY_S, (sessionDays * DAY_S) / 2) },
    advanced: {
      // The cookies never leave the process: Docent sets its own.
      useSecureCookies: false,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
    },
    plugins: [twoFactor({ issuer: 'Docent' })],
  }
  // Servers that start at once make the tables one after another.
  await source.alone(async () => {
    const { runMigrations } = await getMigrations(options)
    await runMigrations()
  })
  const { api, $context } = betterAuth(options)
  const library = { api, context: await $context }
  const resealFactors = () => resealSecondFactors(library.context.adapter, options.secrets)
  if (options.secrets.length > 1) await resealFactors()
  return { ...library, resealSecondFactors: resealFactors }
}

const DAY_S = 24 * 60 * 60

/** The same secret has the same number wherever it stands in the list, so that what it encrypted is found again. */
function versionOf(secret: string): number {
  return createHash('sha256').update(`docent:version:${secret}`).digest().readUInt32BE() % 2_000_000_000
}
