import { type Token, token } from './token.ts'

/** The time, injected so that tests need no sleeps. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const Clock: Token<Clock> = token<Clock>('Clock')
