const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** A number of 32 bits for a text. */
export function hashed(text: string): number {
  let hash = OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash
}
