import { DocentError } from '../errors/docent-error.ts'

/** The last job of a page: the next one holds what comes after it in the order of `createdAt`, then `id`, newest first. */
export interface JobCursor {
  readonly createdAt: number
  readonly id: string
}

/** Opaque to clients: base64url, so that it needs no escaping in a query string. */
export function encodeJobCursor({ createdAt, id }: JobCursor): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
}

/** @throws DocentError `invalid_request` with an issue at `cursor` for anything that `encodeJobCursor` did not make. */
export function decodeJobCursor(cursor: string): JobCursor {
  const [createdAt, id] = parseList(Buffer.from(cursor, 'base64url').toString())
  if (typeof createdAt !== 'number' || typeof id !== 'string') throw wrongCursor()
  const decoded = { createdAt, id }
  if (encodeJobCursor(decoded) !== cursor) throw wrongCursor()
  return decoded
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch (error) {
    throw wrongCursor(error)
  }
}

function wrongCursor(cause?: unknown): DocentError {
  return new DocentError('invalid_request', 'The cursor is not one that a list answered.', {
    cause,
    issues: [{ path: 'cursor', message: 'is not a cursor that a list answered' }],
  })
}
