import type { Operation } from '@docent/core/plugin'
import { readBody } from '../bodies/read-body.ts'
import type { CallContext } from '../calls/call-context.ts'

/** Reads the body of a request, as large as the operation takes it. */
export function readBodyOf(
  { maxBodyBytes = 0 }: Operation,
  { req, res, services }: CallContext,
): Promise<Uint8Array> {
  const { http, largeBodies: large } = services
  const maxBytes = Math.max(maxBodyBytes, http.maxBodyBytes)
  return readBody(req, res, { maxBytes, largeBytes: http.maxBodyBytes, large })
}
