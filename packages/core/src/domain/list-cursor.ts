import { DocentError } from '../errors/docent-error.ts'

/** The last entry of a page: the next one holds what comes after it in the order of `rank`, then `id`. */
export interface ListPosition {
  /** What the list is sorted by, such as a time or a count. */
  readonly rank: number
  readonly id: string
}

/** Opaque to clients: base64url, so that it needs no escaping in a query string. */
export function encodeListCursor({ rank, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([rank, id])).toString('base64url')
}

/** @throws DocentError `invalid_request` with an issue at `cursor` for anything that `encodeListCursor` did not make. */
export function decodeListCursor(cursor: string): ListPosition {
  const [rank, id] = parseList(Buffer.from(cursor, 'base64url').toString())
  if (typeof rank !== 'number' || !Number.isSafeInteger(rank)) throw wrongCursor()
  if (typeof id !== 'string' || id.includes('\0')) throw wrongCursor()
  const position = { rank, id }
  if (encodeListCursor(position) !== cursor) throw wrongCursor()
  return position
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
  return new DocentError(
    'invalid_request',
    'The cursor is invalid. Use the nextCursor of the previous page.',
    {
      cause,
      issues: [{ path: 'cursor', message: 'is not a cursor that a list answered' }],
    },
  )
}
