import { openSecret, sealSecret } from '@docent/core'
import { z } from 'zod'

/** A sign-in that is at the provider, as the browser keeps it: sealed, for ten minutes. */
export const PendingSignIn = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where the person goes afterwards: a path of this server. */
  returnTo: z.string(),
  /** Secret of the invitation that the sign-in accepts. */
  invitation: z.string().optional(),
  /** Milliseconds since the epoch. */
  until: z.number(),
})
export type PendingSignIn = z.output<typeof PendingSignIn>

/** An identity that waits for the password of the account that it is to be connected to. */
export const PendingConnection = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  /** Verified by the provider. */
  email: z.string(),
  until: z.number(),
})
export type PendingConnection = z.output<typeof PendingConnection>

/** How long somebody may take at the provider, or to type a password, ms. */
export const PENDING_MS = 10 * 60_000

/** A cookie whose value only this server can read or make. */
export class SealedCookie<Value extends { until: number }> {
  /** @param name of the cookie; values open under it alone */
  constructor(
    private readonly name: string,
    private readonly schema: z.ZodType<Value>,
  ) {}

  /** The header that keeps a value in the browser. */
  keep(secrets: readonly string[], value: Value, secure: boolean): string {
    const sealed = sealSecret(secrets[0] ?? '', this.name, JSON.stringify(value))
    return this.#header(sealed, PENDING_MS / 1000, secure)
  }

  forget(secure: boolean): string {
    return this.#header('', 0, secure)
  }

  /** Undefined without a cookie, for one that is not ours, and for one whose time is over. */
  read(
    secrets: readonly string[],
    cookies: string | undefined,
    secure: boolean,
    now: number,
  ): Value | undefined {
    const start = `${this.#name(secure)}=`
    const found = cookies
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(start))
    const opened = found && openSecret(secrets, this.name, found.slice(start.length))
    if (!opened) return undefined
    const value = this.schema.parse(JSON.parse(opened.value))
    return now < value.until ? value : undefined
  }

  #header(value: string, seconds: number, secure: boolean): string {
    const name = this.#name(secure)
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  }

  /** Browsers take a cookie of the longer name only from this very host, over HTTPS. */
  #name(secure: boolean): string {
    return secure ? `__Host-${this.name}` : this.name
  }
}

export const pendingSignIn = new SealedCookie('docent_openid', PendingSignIn)
export const pendingConnection = new SealedCookie('docent_connect', PendingConnection)
