import { decodeListCursor, encodeListCursor } from './list-cursor.ts'

/** The last job of a page: the next one holds what comes after it in the order of `createdAt`, then `id`, newest first. */
export interface JobCursor {
  readonly createdAt: number
  readonly id: string
}

/** Opaque to clients, see `encodeListCursor`. */
export function encodeJobCursor({ createdAt, id }: JobCursor): string {
  return encodeListCursor({ rank: createdAt, id })
}

/** @throws DocentError `invalid_request` with an issue at `cursor` for anything that `encodeJobCursor` did not make. */
export function decodeJobCursor(cursor: string): JobCursor {
  const { rank, id } = decodeListCursor(cursor)
  return { createdAt: rank, id }
}
