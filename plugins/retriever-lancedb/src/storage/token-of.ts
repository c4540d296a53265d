/** A term as the full text index has it. */
export function tokenOf(hash: number): string {
  return (hash >>> 0).toString(36)
}
