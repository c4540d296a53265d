import { parse } from 'yaml'
import { objectOf } from '../basics/records.ts'

export interface ReadYamlOptions {
  /** Most characters; default 1,000,000. */
  longest?: number
  /** Most aliases (`*name`): each makes the parser look through the whole text again. Default 100. */
  mostAliases?: number
}

/** Repeated keys are found by comparing each with each: longer texts take the last of a name. */
const LONGEST_WITH_UNIQUE_KEYS = 8_192
/** Each open list or mapping that is never closed is a problem of its own. */
const DEEPEST = 500
const ALIAS = /(?:^|[\s,[{:-])\*[^\s,[\]{}*]+(?=[\s,\]}]|$)/g

/**
 * Reads YAML that strangers wrote, in linear time.
 * @throws Error when it is not valid, longer or with more aliases than allowed, or holds itself.
 */
export function readYaml(
  text: string,
  { longest = 1_000_000, mostAliases = 100 }: ReadYamlOptions = {},
): unknown {
  if (text.length > longest) throw new RangeError(`It is longer than ${longest} characters`)
  const hazard = yamlHazard(text, mostAliases)
  if (hazard !== undefined) throw new RangeError(hazard)
  const value: unknown = parse(text, {
    prettyErrors: true,
    // Tags such as `!!python/name:` are the site generator's own and are read as text.
    logLevel: 'error',
    maxAliasCount: mostAliases,
    // `<<: *name`, as the parsers of site generators read it.
    merge: true,
    uniqueKeys: text.length <= LONGEST_WITH_UNIQUE_KEYS,
  })
  // JSON, which keeps what pages say, has no words for it.
  if (text.includes('&') && holdsItself(value))
    throw new RangeError('It has an alias (*name) inside of what it stands for (&name)')
  return value
}

function holdsItself(value: unknown, around = new Set<unknown>(), looked = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || looked.has(value)) return false
  if (around.has(value)) return true
  around.add(value)
  const found = Object.values(value).some((each) => holdsItself(each, around, looked))
  around.delete(value)
  looked.add(value)
  return found
}

/** What makes the parser take quadratic time; undefined for a text without it. */
export function yamlHazard(text: string, mostAliases: number): string | undefined {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1))
    if (depth > DEEPEST) return `More than ${DEEPEST} brackets are open at once`
  }
  let aliases = 0
  for (const _alias of text.matchAll(ALIAS)) {
    aliases += 1
    if (aliases > mostAliases) return `It has more than ${mostAliases} aliases (*name)`
  }
  return undefined
}

/** What a configuration in YAML says; nothing where it can't be read: the checks of the navigation tell its author. */
export function yamlRecord(text = ''): Record<string, unknown> {
  try {
    return objectOf(readYaml(text))
  } catch {
    return {}
  }
}
