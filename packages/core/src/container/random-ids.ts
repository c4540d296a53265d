import { randomBytes } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Identifiers from the system's random source. */
export class RandomIds implements Ids {
  constructor(private readonly clock: Clock) {}

  /** The layout of a ULID (https://github.com/ulid/spec), in lower case: 48 bits of time, 80 random bits. */
  sortable(): string {
    let time = this.clock.now()
    let head = ''
    for (let i = 0; i < 10; i++) {
      head = ALPHABET[time % 32] + head
      time = Math.floor(time / 32)
    }
    let tail = ''
    for (const byte of randomBytes(16)) tail += ALPHABET[byte % 32]
    return head + tail
  }

  secret(): string {
    return randomBytes(16).toString('hex')
  }
}
