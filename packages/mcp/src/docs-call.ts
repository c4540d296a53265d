import type { Call } from '@docent/http'
import type { LimitedWork } from './limited-work.ts'
import type { PageChoice } from './listed-pages.ts'

/** A call of a client, and what it may see. */
export interface DocsCall {
  readonly call: Call
  /** Groups whose pages it may see; empty unless the key is trusted with them. */
  readonly trustedGroups: readonly string[]
  /** What the client calls itself; undefined where its message does not say. */
  readonly program: string | undefined
  /** Fingerprint of the visitor. */
  readonly fp: string
  /** For a search that names no version or language itself, and for lists. */
  readonly choice: PageChoice
  /** What the documentation covers, as a sentence. */
  readonly coverage: string
  readonly limited: LimitedWork
}

/** For the analytics. */
export function readerOf({ call, program }: DocsCall) {
  return { ip: call.ip, userAgent: call.headers['user-agent'], program: program ?? 'MCP' }
}
