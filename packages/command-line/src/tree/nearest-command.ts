import { nearestName } from '@docent/core'

/** The name that was probably meant: one letter away, the beginning of one, or one with an ending. */
export function nearestCommand(typed: string, names: readonly string[]): string | undefined {
  const near = nearestName(typed, names)
  if (near !== undefined) return near
  const begun = names.filter((name) => typed.length > 1 && (name.startsWith(typed) || typed.startsWith(name)))
  return begun.length === 1 ? begun[0] : undefined
}
