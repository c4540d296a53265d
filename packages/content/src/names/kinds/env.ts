import { isPlaceholder } from '../allowed/placeholders.ts'
import { beginnings, endings } from '../keys/claims.ts'
import { type ChunkPlace, isCode, type KindRule } from '../keys/kind-rule.ts'
import { firstWord, plainName } from '../keys/name-keys.ts'

const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const SINGLE = /^[A-Z][A-Z0-9]{2,}$/
const SIGIL = /^(?:\$(?:env:)?\{?|%)/
const MEMBER = /^(?:process\.env|import\.meta\.env|Deno\.env|Bun\.env|(?:__)?ENV|env)\.([A-Z]\w*)$/

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
    const isMadeUp =
      place.declared.has(plain) ||
      endsWithOwn(plain, place) ||
      (!isMember && (isPlaceholder(plain) || isExample(plain)))
    if (COMMON.has(plain) || isMadeUp) return 'allowed'
    const at = Math.max(0, left.indexOf(plain))
    const { variables, read, keys: own } = place.own
    const isHeld =
      (variables.has(plain) && read.has(plain)) || (place.region.kind === 'fence' && isValue(place, left))
    const spaces = isHeld || !plain.includes('_') ? [] : [firstWord(plain)]
    // `STATIC_MODEL_PATH` is said of what has `STATIC_MODELS`, too.
    const claimedBy = isHeld ? [] : beginnings(plain, /_/g, 2).flatMap((each) => [each, `${each}S`])
    const keys = [plain, ...openPrefixes(plain, own)]
    return { text: plain, start: chunk.start + at, keys, spaces, claimedBy }
  },
}

/** `ROLE_MANAGER` where code has "MANAGER", `CONAN_PASSWORD_ACME`. */
function endsWithOwn(name: string, { own: { texts, given } }: ChunkPlace): boolean {
  return endings(name, /_/g).some((end) => texts.has(end) || given.has(end) || OF_NOBODY.test(end))
}

const OF_NOBODY = /^(?:ACME|FOOBAR|MYAPP|MYREMOTE)$/

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
