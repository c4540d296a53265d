import { crc32 } from 'node:zlib'
import { assertSum } from './layout.ts'

/** The CRC-32 of what follows, the bytes of its first part, the bytes of its second part. */
const HEADER_BYTES = 12

/** Several parts as one record of a segment's file. */
export function encodeRecord(first: Uint8Array, second: Uint8Array, third: Uint8Array): Uint8Array {
  const record = new Uint8Array(HEADER_BYTES + first.length + second.length + third.length)
  const view = new DataView(record.buffer)
  view.setUint32(4, first.length, true)
  view.setUint32(8, second.length, true)
  record.set(first, HEADER_BYTES)
  record.set(second, HEADER_BYTES + first.length)
  record.set(third, HEADER_BYTES + first.length + second.length)
  view.setUint32(0, crc32(record.subarray(4)), true)
  return record
}

/** @throws when the record is damaged */
export function decodeRecord(record: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  if (record.length < HEADER_BYTES) throw new Error('A record of the search index is cut short.')
  assertSum(record.subarray(4), view.getUint32(0, true), 'A record')
  const second = HEADER_BYTES + view.getUint32(4, true)
  const third = second + view.getUint32(8, true)
  return [record.subarray(HEADER_BYTES, second), record.subarray(second, third), record.subarray(third)]
}
