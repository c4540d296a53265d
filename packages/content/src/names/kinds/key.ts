import { isHttpHeader } from '../allowed/http-headers.ts'
import { isPlaceholder } from '../allowed/placeholders.ts'
import { claimOf, endings, NOBODY } from '../keys/claims.ts'
import { type ChunkPlace, isCode, type KindRule, next, previous, type Reading } from '../keys/kind-rule.ts'
import { dashedSpace, isDashed, SETTINGS } from '../keys/name-keys.ts'
import type { ScriptOption } from '../scripts/script-options.ts'

/** Of JSON Schema, as many libraries take them. */
const OF_SCHEMA =
  /^(?:(?:min|max)(?:Length|Items|Properties)|exclusive(?:Min|Max)imum|multipleOf|uniqueItems|additionalProperties)$/
const WORD = /^[A-Za-z_@$][\w$-]*$/
/** Words of prose that only code has: `maxRetries`, `retry_limit`. */
const CAMEL = /^[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/
const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/
/** Types: `ErrorData`. */
const PASCAL = /^[A-Z](?=[A-Za-z0-9]*[a-z])[a-z0-9]*[A-Z][A-Za-z0-9]*$/
/** What stands before a colon in output and is no product: keys, exceptions. */
const LEFT_OF_OUTPUT = new RegExp(
  `${CAMEL.source}|${SNAKE.source}|^(?:[A-Z][a-z0-9]+){3,}$|^[A-Z][a-z0-9]+(?:Error|Exception|Warning)$`,
)
/** Products that are written so. */
const PRODUCT =
  /^(?:macOS|iOS|iPadOS|watchOS|tvOS|iPhone|iPad|eBay|npmJS|gRPC|jQuery|mTLS|oAuth|webOS|openSUSE|tvOS|eSIM|systemd)$/

/** Keys of configuration and names of options: left sides, attributes, single names in code spans. */
export const key: KindRule = {
  kind: 'key',
  read(place) {
    const { chunk, region, declared, language } = place
    const { text } = chunk
    const option = place.options.get(chunk.start)
    if (option !== undefined && option.name === text) return optionReading(place, option)
    if (!WORD.test(text)) return undefined
    const isOne =
      region.kind === 'fence'
        ? isLeftSide(place) || isQuotedCode(place)
        : region.kind === 'span'
          ? place.isWholeSpan || isLeftSide(place) || CAMEL.test(text) || SNAKE.test(text) || isGeneric(place)
          : (CAMEL.test(text) || SNAKE.test(text)) && !PRODUCT.test(text)
    if (!isOne) return undefined
    if (region.kind === 'span' && !place.isWholeSpan && isArgument(place)) return 'allowed'
    const isKnown = isCode(place) && (language.words.has(text) || language.globals.has(text))
    const isStandard = OF_SCHEMA.test(text) || (text.includes('-') && isHttpHeader(text))
    if (isKnown || isStandard || declared.has(text) || isGiven(text, place) || isPlaceholder(text))
      return 'allowed'
    if (region.kind === 'span' && isDashed(text)) {
      const isSetting = !place.isWholeSpan
      return { keys: [text], spaces: [dashedSpace(text), ...(isSetting ? [SETTINGS] : [])] }
    }
    if (region.kind !== 'fence') return { keys: [text], ...(!isOfCode(text) && NOBODY) }
    if (language.family !== 'data') return { keys: [text] }
    if (place.isForeign) return { keys: [text], ...NOBODY }
    const { key: above, start } = lineAbove(place)
    return { keys: [text], ...(MAP.test(above) ? NOBODY : { group: { at: start, least: 0 } }) }
  },
}

/** What code gives a name, also behind a prefix: `ck_car_seats_positive` of `name="seats_positive"`. */
function isGiven(text: string, { own: { given } }: ChunkPlace): boolean {
  return given.has(text) || endings(text, /(?<=.)[_-]/g).some((end) => given.has(end))
}

/** `Reply<typeof app>`. */
function isGeneric(place: ChunkPlace): boolean {
  return next(place) === '<' && PASCAL.test(place.chunk.text)
}

/** A key of an object, or a parameter that a call names: of the function that gets it. */
function optionReading(place: ChunkPlace, { name, callee, group }: ScriptOption): Reading | 'allowed' {
  const { declared, language } = place
  if (callee === undefined || declared.has(name) || isPlaceholder(name) || !WORD.test(name)) return 'allowed'
  if (OF_SCHEMA.test(name)) return 'allowed'
  const reading = { keys: [name], ...(group !== undefined && { group: { at: group, least: 1 } }) }
  if (callee === 'export') return reading
  if (callee === '')
    return group === undefined ? 'allowed' : { ...reading, group: { at: group, least: 2 }, onlyOwn: true }
  const [root = '', ...members] = callee.split('.')
  if (place.modules.has(root)) return { ...reading, ...claimOf(place, root, false) }
  if (language.words.has(root) || language.globals.has(root)) return 'allowed'
  if (root === '' || (declared.has(root) && members.length === 0)) return 'allowed'
  if (members.length > 0) return { ...reading, ...claimOf(place, root, true) }
  return { ...reading, ...NOBODY, claimedBy: [root] }
}

/** Below these every key is a name that the reader gives. */
const MAP =
  /^(?:env|environments?|labels|annotations|volumes|services|networks|secrets|configs|headers|variables|vars|tags|matrix|matchLabels|nodeSelector|data|stringData|aliases|groups|hosts|jobs|scripts|dependencies|devDependencies|args)$/
const LEFT = /^([ \t]*)(?:-[ \t]+)?["']?([\w.-]+)["']?[ \t]*[:=]/

const LOOKED_BACK = 1_200

/** The nearest line above that is indented less, and the key that it begins with; none: where the code begins. */
function lineAbove({ text, chunk, region }: ChunkPlace): { key: string; start: number } {
  const from = Math.max(region.start, chunk.start - LOOKED_BACK)
  const lines = text.slice(from, chunk.start).split('\n')
  const line = lines.pop() ?? ''
  const brace = openBrace(line)
  if (brace !== -1) {
    const key = /([\w.-]{1,80})["']?[ \t]{0,3}[:=]?[ \t]{0,3}$/.exec(line.slice(0, brace))?.[1] ?? ''
    return { key, start: chunk.start - line.length + brace }
  }
  const own = LEFT.exec(`${line}x:`)?.[1]?.length ?? 0
  const at = lines.findLastIndex((line) => (LEFT.exec(line)?.[1]?.length ?? own) < own)
  const start = lines.slice(0, Math.max(0, at)).reduce((sum, line) => sum + line.length + 1, from)
  return { key: LEFT.exec(lines[at] ?? '')?.[2] ?? '', start: at === -1 ? region.start - 1 : start }
}

/** Where the last brace opens that a line leaves open; -1 when there is none. */
function openBrace(line: string): number {
  let closed = 0
  for (let at = line.length - 1; at >= 0; at--) {
    if (line[at] === '}') closed++
    else if (line[at] === '{' && closed-- === 0) return at
  }
  return -1
}

/** What a flag is given, and what a call is handed, is the reader's own. */
function isArgument({ text, chunk, region }: ChunkPlace): boolean {
  const before = text.slice(Math.max(region.start, chunk.start - 70), chunk.start)
  if (/(?:^|\s)--?[A-Za-z][\w-]{0,60}[= ]["']?$/.test(before)) return true
  return /\w\((?:[^()]{0,60}, ?)?$/.test(before) && /^ ?[,)]/.test(text.slice(chunk.end, chunk.end + 2))
}

/** A comment in code names others between backticks. */
function isQuotedCode(place: ChunkPlace): boolean {
  const { text } = place.chunk
  return previous(place) === '`' && next(place) === '`' && isOfCode(text)
}

/** No word of a sentence is written so. */
function isOfCode(text: string): boolean {
  return /[a-z][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/.test(text)
}

/** The left side of JSON, YAML, TOML, and INI, a key that a comment of a script explains, and attributes of elements. */
function isLeftSide(place: ChunkPlace): boolean {
  const { text, chunk, language } = place
  const behind = text.slice(chunk.end, chunk.end + 4)
  switch (language.family) {
    case 'data':
      return /^["']?\s?:/.test(behind) || (/^["']?\s{0,2}=/.test(behind) && isFirstOnLine(place))
    case 'script':
      return (/^["']?:(?!:)/.test(behind) && isInComment(place)) || /^=["'{]/.test(behind)
    case 'markup':
      return /^=["'{]/.test(behind)
    case 'shell':
    case 'none':
      // Requests and output in a terminal or in a fence without a language are mostly JSON.
      if (/^["'] ?:/.test(behind)) return isOfCode(chunk.text) && opensEntry(place)
      if (place.region.kind === 'span' && chunk.start === place.region.start && isDashed(chunk.text))
        return /^: /.test(behind)
      return /^:(?:\s|$)/.test(behind) && LEFT_OF_OUTPUT.test(chunk.text)
    default:
      if (/^: /.test(behind)) return CAMEL.test(chunk.text) || SNAKE.test(chunk.text)
      // A format of others, such as JSON of an API: where they may choose, these languages have `snake_case`.
      return (
        /^["'] ?: /.test(behind) &&
        (CAMEL.test(chunk.text) || PASCAL.test(chunk.text) || (SNAKE.test(chunk.text) && isLiteral(place))) &&
        opensEntry(place)
      )
  }
}

/** Code that is one value and gives it to nothing: what a server sends or takes. */
function isLiteral({ text, region }: ChunkPlace): boolean {
  return /^\s{0,40}[{[]/.test(text.slice(region.start, region.start + 42))
}

/** `// Workaround: …` and `// WARNING: …` begin a sentence. */
const LABEL_OF_COMMENT = /^[A-Z](?:[a-z]+|[A-Z]+)$/

function isInComment({ text, chunk }: ChunkPlace): boolean {
  const before = text.slice(Math.max(0, chunk.start - 40), chunk.start)
  return /(?:^|\n)[ \t]*["']?\/\/ ?$/.test(before) && !LABEL_OF_COMMENT.test(chunk.text)
}

/** Behind a brace, a comma or at the beginning of a line: not within a text. */
function opensEntry({ text, chunk }: ChunkPlace): boolean {
  return /(?:^|[{,\n])[ \t]*["']?$/.test(text.slice(Math.max(0, chunk.start - 40), chunk.start))
}

function isFirstOnLine({ text, chunk }: ChunkPlace): boolean {
  const near = text.slice(Math.max(0, chunk.start - 80), chunk.start)
  const line = near.slice(near.lastIndexOf('\n') + 1)
  return /^[\s"'[-]*$/.test(line) || /\.$/.test(line)
}
