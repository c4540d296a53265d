import { createHash } from 'node:crypto'

/** Numbers of 32 bits that hold one bit for each dimension. */
export function wordsOf(dimensions: number): number {
  return Math.ceil(dimensions / 32)
}

/** The sign of each dimension: vectors that point alike differ in few of them, which is counted quickly. */
export function signCodes(vector: ArrayLike<number>): Uint32Array {
  const codes = new Uint32Array(wordsOf(vector.length))
  for (let at = 0; at < vector.length; at++)
    if ((vector[at] ?? 0) > 0) codes[at >> 5] = (codes[at >> 5] ?? 0) | (1 << (at & 31))
  return codes
}

/** The key of a vector as a number: 53 bits of its SHA-256. */
export function keyNumber(key: string): number {
  const hash = createHash('sha256').update(key).digest()
  return hash.readUIntBE(0, 6) * 32 + (hash.readUInt8(6) >> 3)
}
