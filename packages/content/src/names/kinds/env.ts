import { isPlaceholder } from '../allowed/placeholders.ts'
import { type ChunkPlace, isCode, type KindRule } from '../keys/kind-rule.ts'
import { namespaceKey, plainName } from '../keys/name-keys.ts'

const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const SINGLE = /^[A-Z][A-Z0-9]{2,}$/
const SIGIL = /^(?:\$(?:env:)?\{?|%)/
const MEMBER = /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|ENV|env)\.([A-Z]\w*)$/

/** Every shell has them. */
const COMMON = new Set(
  'PATH HOME USER SHELL PWD LANG LC_ALL TERM TMPDIR TMP TEMP EDITOR HOSTNAME LOGNAME UID CI NODE_ENV DEBUG'.split(
    ' ',
  ),
)

/** Environment variables and constants that are written as such. */
export const env: KindRule = {
  kind: 'env',
  read(place) {
    const { chunk } = place
    if (!/[A-Z]/.test(chunk.text)) return undefined
    const [left = ''] = chunk.text.split('=')
    const member = MEMBER.exec(left)?.[1]
    const plain = member ?? plainName(left.replace(/^%|%$/g, ''))
    const isOne = CONSTANT.test(plain) || (member !== undefined && isCode(place)) || isSigned(left, plain)
    if (!isOne) return undefined
    const isMember = member !== undefined
    const isMadeUp = place.declared.has(plain) || (!isMember && (isPlaceholder(plain) || isExample(plain)))
    if (COMMON.has(plain) || isMadeUp) return 'allowed'
    const at = Math.max(0, left.indexOf(plain))
    // Of what begins with another word than the product's, its documentation says nothing.
    const { variables, read, keys: own } = place.own
    const isHeld =
      (variables.has(plain) && read.has(plain)) ||
      (place.region.kind === 'fence' && (isValue(place, left) || isOfReader(place, plain, left)))
    const isTold = (isMember && !OF_PROCESS.test(left)) || isToldToSet(place)
    const free = isHeld ? [] : isTold ? undefined : [namespaceKey(plain)]
    const keys = [plain, ...openPrefixes(plain, own)]
    return { text: plain, start: chunk.start + at, keys, ...(free && { freeUnless: free }) }
  },
}

/** "Set `X`", "the variable `X`", and a list or a table that says what `X` is. */
const TOLD =
  /\b(?:set|export|unset|define|variables?)\s[*"']{0,3}`?$|(?:^|\n)[ \t]*(?:[-*+][ \t]|\|)[ \t]*\*{0,2}`?$/i

function isToldToSet({ text, chunk, region }: ChunkPlace): boolean {
  return region.kind !== 'fence' && TOLD.test(text.slice(Math.max(0, chunk.start - 60), chunk.start))
}

const OF_PROCESS = /^(?:process|Deno|Bun)\./

/** `DATABASE_URL`, which scripts read and settings of many programs have: the product's own begin with its name and a topic. */
function isOfReader({ language, own }: ChunkPlace, plain: string, written: string): boolean {
  const isShort = plain.split('_').length < 3 && !own.mentioned.has(plain)
  return isShort && (OF_PROCESS.test(written) || language.family === 'data')
}

/** `key: ${SHOP_KEY}`: who wrote it keeps a value there. */
function isValue({ text, chunk }: ChunkPlace, written: string): boolean {
  return SIGIL.test(written) || /\$\{?$/.test(text.slice(Math.max(0, chunk.start - 2), chunk.start))
}

/** `DOCENT_CONFIG_` by itself says that readers make up what follows, or that it comes from their own keys. */
function openPrefixes(name: string, own: ReadonlySet<string>): string[] {
  const prefixes: string[] = []
  for (let at = name.indexOf('_'); at !== -1; at = name.indexOf('_', at + 1)) {
    const rest = name.slice(at + 1)
    if (name.indexOf('_') < at || own.has(rest.toLowerCase())) prefixes.push(name.slice(0, at + 1))
  }
  return prefixes
}

function isSigned(written: string, plain: string): boolean {
  return SIGIL.test(written) && SINGLE.test(plain)
}

/** `$TOKEN`, `$USER`. */
function isExample(name: string): boolean {
  return !name.includes('_') && isPlaceholder(name.toLowerCase())
}
