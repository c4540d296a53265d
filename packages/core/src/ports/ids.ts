import { type Token, token } from './token.ts'

/** Makes identifiers, injected so that tests can foretell them. */
export interface Ids {
  /** 128 random bits as 26 characters of Crockford base32, lower case, led by the time so that they sort by creation. */
  sortable(): string
  /** 128 random bits as 32 hex characters: cannot be guessed. */
  secret(): string
}

export const Ids: Token<Ids> = token<Ids>('Ids')
