import { moduleSpace, spaceKeys } from '../spaces/spaces.ts'
import type { FoundName } from '../text/found-name.ts'
import type { ChunkPlace } from './kind-rule.ts'

/** For names that the documentation may not cover: they belong to the reader, to a language, or to another product. */
export const NOBODY: { readonly spaces: readonly string[] } = { spaces: [] }

/** Whose a name of code is that begins with `head`: of the module that it comes from, or of others that begin so. */
export function claimOf(
  place: ChunkPlace,
  head: string,
  isDotted: boolean,
): Pick<FoundName, 'spaces' | 'claimedBy'> {
  const module = place.modules.get(head)
  // Documentation writes `import httpx` and `httpx.get`, or `from httpx import get`.
  if (module !== undefined) return { spaces: [moduleSpace(module), `${module}.`] }
  const maker = place.makers.get(head)
  if (isDotted && maker !== undefined) return { spaces: [], claimedBy: [maker] }
  if (isDotted && place.region.kind !== 'fence') return { spaces: [], claimedBy: spaceKeys(`${head}.`) }
  // Where all else is imported by its name, this class is the reader's.
  if (isDotted && place.language.family === 'other' && place.modules.size > 0 && /^[A-Z]/.test(head))
    return NOBODY
  if (isDotted) return { spaces: [`${head}.`] }
  // In code with imports, all other names belong to the language or the reader. So does a lowercase name that only code has.
  const isOfOthers = place.modules.size > 0 || (/^[a-z]/.test(head) && !place.own.mentioned.has(head))
  return place.region.kind === 'fence' && isOfOthers ? NOBODY : {}
}

/** What a name ends with, behind each of its joints: `run` of `dry-run`. */
export function endings(name: string, joint: RegExp): string[] {
  return [...name.matchAll(joint)].map(({ index }) => name.slice(index + 1))
}

/** What a name begins with, at each of its joints: `--dry` of `--dry-run`. */
export function beginnings(name: string, joint: RegExp, from = 1): string[] {
  const places = [...name.matchAll(joint)].map(({ index }) => index)
  return places.slice(from - 1).map((at) => name.slice(0, at))
}
