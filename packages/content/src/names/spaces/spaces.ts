import { hashed } from './hashed.ts'

/** No name begins or ends so. */
const MARK = '\u2026'
const FIRST = 0x2460
const PARTS = 8
/** Fewer may be those of others, which a page names by the way. */
const FEWEST = 3

/**
 * Names that begin with the same word are a name space, such as `DOCENT_`, `docent/`, `app.`, and the flags of a command.
 * It is the documentation's own if that has several names of it: then what it does not have there is invented. Its names
 * are counted without being listed: each leaves one of a few keys.
 */
export function spaceKey(space: string, name: string): string {
  return partOf(space, hashed(name) & (PARTS - 1))
}

export function spaceKeys(space: string): string[] {
  return Array.from({ length: PARTS }, (_, part) => partOf(space, part))
}

export function isOwnSpace(space: string, isKnown: (key: string) => boolean): boolean {
  return spaceKeys(space).filter(isKnown).length >= FEWEST
}

/** What is imported from a module, and the parts of its name. */
export function moduleSpace(module: string): string {
  return `from ${module}`
}

export function isModuleSpace(space: string): boolean {
  return space.startsWith('from ')
}

export function isSpaceKey(key: string): boolean {
  return key.startsWith(MARK)
}

function partOf(space: string, part: number): string {
  return `${MARK}${space}${String.fromCharCode(FIRST + part)}`
}
