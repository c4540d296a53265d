import { isPlaceholder } from '../allowed/placeholders.ts'
import { isCode, type KindRule } from '../keys/kind-rule.ts'
import { plainName } from '../keys/name-keys.ts'

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
    const isOwn = place.declared.has(plain) || (!isMember && (isPlaceholder(plain) || isExample(plain)))
    if (COMMON.has(plain) || isOwn) return 'allowed'
    const at = Math.max(0, left.indexOf(plain))
    return { text: plain, start: chunk.start + at, keys: [plain] }
  },
}

function isSigned(written: string, plain: string): boolean {
  return SIGIL.test(written) && SINGLE.test(plain)
}

/** `$TOKEN`, `$USER`. */
function isExample(name: string): boolean {
  return !name.includes('_') && isPlaceholder(name.toLowerCase())
}
