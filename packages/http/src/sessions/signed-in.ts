import type { IncomingHttpHeaders } from 'node:http'
import type { Accounts, Session } from '@docent/core/plugin'
import { isSecure, sessionTokenOf } from './session-cookie.ts'

/** A session with the token that its cookie carries. */
export interface SignedInSession {
  readonly token: string
  readonly session: Session
}

/** Finds out who is signed in. */
export class SignedInReader {
  constructor(
    private readonly accounts: Accounts | undefined,
    private readonly publicUrl: () => string,
  ) {}

  /** Whether cookies go over HTTPS alone. */
  get secure(): boolean {
    return isSecure(this.publicUrl())
  }

  /** The session of a token, while it lasts. */
  async find(token: string, signal?: AbortSignal): Promise<Session | undefined> {
    return this.accounts?.session(token, signal === undefined ? {} : { signal })
  }

  /** Undefined for nobody. Where a request carries `Authorization`, its cookie counts for nothing. */
  async read(headers: IncomingHttpHeaders, signal: AbortSignal): Promise<SignedInSession | undefined> {
    if (headers.authorization !== undefined || this.accounts === undefined) return undefined
    const token = sessionTokenOf(headers, this.secure)
    const session = token === undefined ? undefined : await this.find(token, signal)
    return token !== undefined && session ? { token, session } : undefined
  }
}
