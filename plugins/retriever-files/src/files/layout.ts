import { crc32 } from 'node:zlib'
import { z } from 'zod'

/**
 * A file of a segment: records of rows and pages as they came, sections, a footer in JSON that says where the sections
 * are, and a trailer of a fixed size that says where the footer is. Numbers are little-endian.
 */
export const TRAILER_BYTES = 16
const MAGIC = 0x47455344

/** Sections begin at multiples of this, so that typed arrays can lie over them. */
export const SECTION_ALIGNMENT = 8

const Count = z.int().nonnegative()
/** Where it begins, how many bytes it has, and their CRC-32. */
const Section = z.tuple([Count, Count, Count])

export const Footer = z.object({
  rows: Count,
  pages: Count,
  files: Count,
  /** Numbers of each vector; absent without vectors. */
  dimensions: z.int().positive().optional(),
  sections: z.record(z.string(), Section),
})
export type Footer = z.infer<typeof Footer>

export function encodeTrailer(footer: Uint8Array): Uint8Array {
  const trailer = new Uint8Array(TRAILER_BYTES)
  const view = new DataView(trailer.buffer)
  view.setUint32(0, footer.length, true)
  view.setUint32(4, crc32(footer), true)
  view.setUint32(12, MAGIC, true)
  return trailer
}

/** Bytes of the footer and their CRC-32; undefined for what is no trailer. */
export function decodeTrailer(trailer: Uint8Array): { bytes: number; sum: number } | undefined {
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength)
  if (view.getUint32(12, true) !== MAGIC) return undefined
  return { bytes: view.getUint32(0, true), sum: view.getUint32(4, true) }
}

/** The bytes of typed numbers, without a copy. */
export function bytesOf(numbers: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
}

/** Lists of numbers, one after the other. */
export function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

interface Numbers<Kind> {
  new (buffer: ArrayBufferLike, offset: number, length: number): Kind
  readonly BYTES_PER_ELEMENT: number
}

/** Bytes of a section as what they are; sections are read into memory of their own, which begins at a whole number. */
export function numbers<Kind>(kind: Numbers<Kind>, bytes: Uint8Array): Kind {
  return new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT)
}

/** @throws when the bytes are not those that were written */
export function assertSum(bytes: Uint8Array, sum: number, what: string): void {
  if (crc32(bytes) !== sum) throw new Error(`${what} of the search index is damaged.`)
}
