import { type Token, token } from './token.ts'

/** Makes identifiers, injected so that tests can foretell them. */
export interface Ids {
  /** 26 characters of Crockford base32 in lower case: 48 bits of time, then 80 random bits, so that they sort by creation. */
  sortable(): string
  /** 128 random bits as 32 hex characters: cannot be guessed. */
  secret(): string
}

export const Ids: Token<Ids> = token<Ids>('Ids')
