import { COMMON_FILES } from '../allowed/common-files.ts'
import { isMadeByCode } from '../allowed/own-code.ts'
import { isPlaceholder } from '../allowed/placeholders.ts'
import { SYSTEM_FOLDER } from '../allowed/system-folders.ts'
import { NOBODY } from '../keys/claims.ts'
import { type ChunkPlace, isCode, isOfResult, type KindRule } from '../keys/kind-rule.ts'
import { plainName, routePath } from '../keys/name-keys.ts'
import { isArgument } from '../pairs/choice.ts'

/** Endings by which a name is a file. */
const EXTENSIONS =
  'astro bak bash bat c cc cfg cjs clj cmd conf config cpp cs css csv cts dart dockerfile env erl ex exs fish gql go gradle graphql h hcl hpp htm html ini ipynb java js json json5 jsonc jsonl jsx key kt less lock log lua md mdx mjs mk mts nix pem php plist pl prisma proto properties ps1 py pyi r rb rs rst sass scala scss service sh sol sql sqlite svelte svg swift tf tfvars toml ts tsx txt vue wasm xml yaml yml zig zsh 7z cer crt csr csv deb der gz iso jks jpg jpeg key log p12 pdf pem pfx png pub rpm tar tgz xz zip'
const FILE = new RegExp(`^[\\w~@$%.{}<>*+/\\\\:[\\]-]*[\\w\\]}>*]\\.(?:${EXTENSIONS.replaceAll(' ', '|')})$`)
const DOT_FILE = /^(?:[\w.@~-]*\/)*\.[a-z][\w.-]{2,40}$/
const FOLDER = /^(?:~|\.{1,2})\/[\w./*{}<>@-]+$/
/** Names of technologies that end as files do. */
const TECHNOLOGY = /^(?:[A-Z]\w+|asp|d3|three|vue|next|node|deck|chart)\.(?:js|ts|net|md)$/

/** Files and folders. */
export const file: KindRule = {
  kind: 'file',
  read(place) {
    const { chunk } = place
    if (!/[./]/.test(chunk.text) || isOfResult(place)) return undefined
    const text = plainName(chunk.text)
    const isFile = FILE.test(text) || (isCode(place) && (FOLDER.test(text) || SYSTEM_FOLDER.test(text)))
    if (!isFile && !(isCode(place) && DOT_FILE.test(text))) return undefined
    if (!text.includes('/') && TECHNOLOGY.test(text) && !place.isWholeSpan) return undefined
    if (
      isMadeUp(text) ||
      isGiven(place) ||
      isPlaceholder(text) ||
      isOwn(text, place) ||
      isMadeByCode(text, place.own, text.startsWith('/') ? /[._-]/g : /[/._-]/g) ||
      COMMON_FILES.has(text)
    )
      return 'allowed'
    const path = routePath(text).replace(/^(?:\.{1,2}|~)\//, '')
    const name = path.split('/').at(-1) ?? path
    const bare = path.replace(/^\/+/, '')
    return {
      keys: [text, path, bare, `/${bare}`, ...(name.length > 3 && !COMMON.test(name) ? [name] : [])],
      ...(isArgument(place) && NOBODY),
    }
  },
}

/** Files that code makes, or that are called as what the answer has named: `cart.yaml` of `deploy/cart`. */
function isOwn(text: string, { declared, own }: ChunkPlace): boolean {
  const [stem = ''] = text.split('.')
  return declared.has(text) || declared.has(stem) || own.given.has(stem)
}

/** What a command reads or writes for its user: `--output backup.tar`, `> backup.yaml`, and keys of the user. */
function isGiven({ text, chunk, region }: ChunkPlace): boolean {
  if (/^~\/\.(?:ssh|kube|aws|gnupg)\//.test(chunk.text)) return true
  if (region.kind === 'prose' || chunk.text.startsWith('/')) return false
  if (/\.(?:cer|crt|csr|jks|key|p12|pem|pfx)$/.test(chunk.text)) return true
  return /(?:(?:^|\s)--?[A-Za-z][\w-]{0,60}[= ]|[<>]{1,2}[ \t]?)["']?$/.test(
    text.slice(Math.max(region.start, chunk.start - 70), chunk.start),
  )
}

/** One's own files and folders, whatever they are called. */
function isMadeUp(text: string): boolean {
  return MADE_UP.test(text) || DOCUMENT.test(text) || /^\/?tmp\//.test(text)
}

const DOCUMENT = /^[\w-]+\.(?:pdf|docx?|xlsx?|csv|jpe?g|png|gif|mp[34]|iso|img)(?:[.-][A-Za-z0-9]+)*$/
const MADE_UP =
  /(?:^|\/)(?:(?:my|your|our|some)[-_.]|(?:(?:my|your|example|sample|foo|bar|demo|test|hello)[\w-]*|file(?:[-_]?(?:\d+|[a-z]|name))?)\.\w+$)/i

/** Alone they prove nothing about the folder before them. */
const COMMON = /^(?:index|main|app|README|package|config|settings|utils?)\.\w+$/
