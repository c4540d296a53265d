import type { Session } from '../domain/account.ts'
import type { KeyRecord } from '../domain/key.ts'

/** A person who is signed in, by the cookie of a browser. */
export interface SignedInActor {
  readonly kind: 'member'
  readonly token: string
  readonly session: Session
}

/** A script with an admin key. */
export interface KeyActor {
  readonly kind: 'key'
  readonly key: KeyRecord
}

/** Who calls an operation of `/api`. */
export type Actor = SignedInActor | KeyActor | { readonly kind: 'nobody' }
