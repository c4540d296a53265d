import type { CpuBudget } from '../../basics/cpu-budget.ts'
import { spaceKey } from '../spaces/spaces.ts'
import { type Chunk, eachChunk } from '../text/chunks.ts'
import { anchorKeys } from './anchors.ts'
import { DEFAULT_NUMBER, defaultKey, eachDefault, eachDefaultNumber } from './defaults.ts'
import { mayBeQuantity, quantityKeys } from './quantity.ts'

/** Longer chunks aren't split further: they are paths of data. */
const MOST_PIECES = 24
const WORD = /^[A-Za-z0-9]+$/
const PLACEHOLDER = /<[^>]{0,200}>|\$?\{[^}]{0,200}\}|(?<=\/)\[[^\]]{0,200}\]|(?<=\/):\w+|(?<=\/)\$\w+/g
/** A part of a path that stands for any: numbers, ids and examples. */
const VARIABLE_SEGMENT = /(?<=\/)(?:\d+|[0-9a-f]{8,}(?:-[0-9a-f]{4,})*)(?=\/|$)/g

/**
 * Every key under which names of a text are looked up, with the place of each: chunks whole, in parts, and quantities in
 * one spelling. Both sides of a comparison go through it, so that it need not know what a name is. Returns where it
 * ended: before the end of the text when the budget was spent. A plain word is letters alone among others of its kind.
 */
export function eachNameKey(
  text: string,
  add: (key: string, at: number, isPlainWord?: boolean) => void,
  budget?: CpuBudget,
): number {
  eachDefault(text, (value, at) => {
    add(defaultKey(value), at)
    add(defaultKey(), at)
  })
  const defaults = new Set<number>()
  eachDefaultNumber(text, (at) => defaults.add(at))
  let before: Chunk | undefined
  const take = (chunk: Chunk) => {
    if (chunk.isWord && (before === undefined || before.isWord)) {
      add(chunk.text, chunk.start, true)
      before = chunk
      return
    }
    keysOfChunk(chunk.text, (key) => add(key, chunk.start))
    if (mayBeQuantity(chunk) || (before !== undefined && mayBeQuantity(before))) {
      const isDefault = defaults.has(chunk.start) || (before !== undefined && defaults.has(before.start))
      for (const key of quantityKeys(chunk, before, text)) {
        add(key, chunk.start)
        if (!isDefault) continue
        add(defaultKey(key), chunk.start)
        add(DEFAULT_NUMBER, chunk.start)
      }
    }
    const equals = chunk.text.indexOf('=')
    if (equals > 0) {
      const value = chunk.text.slice(equals + 1)
      for (const key of quantityKeys({ ...chunk, text: value }, undefined, text)) add(key, chunk.start)
    }
    const within = chunk.text.includes('.') ? WITHIN.exec(chunk.text)?.[1] : undefined
    if (within !== undefined) add(within, chunk.start)
    const ssh = chunk.text.startsWith('git@') ? OVER_SSH.exec(chunk.text) : null
    if (ssh !== null) keysOfChunk(`${ssh[1]}/${ssh[2]}`, (key) => add(key, chunk.start))
    if (before !== undefined && chunk.text.includes('/') && METHOD.test(before.text))
      add(`${before.text} ${routePath(chunk.text)}`, chunk.start)
    before = chunk
  }
  const read = () => eachChunk(text, take, { budget })
  return budget === undefined ? read() : budget.spend(read)
}

/** An address of Git over SSH is the same repository as one over HTTPS. */
const OVER_SSH = /^git@([\w.-]{1,200}):(.+)$/
/** A version as a part of a name. */
const WITHIN = /[:@/=_~^#-]v?(\d{1,4}(?:\.\d{1,8}){2})(?![\w.]*\d\.\d)/
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/

function keysOfChunk(chunk: string, add: (key: string) => void): void {
  add(chunk)
  if (WORD.test(chunk)) {
    if (/^v\d/.test(chunk)) add(chunk.slice(1))
    return
  }
  const text = plainName(chunk)
  if (text !== chunk) add(text)
  const constant = CONSTANT.exec(text)?.[1]
  if (constant !== undefined) add(spaceKey(firstWord(constant), constant))
  if (isDashed(text)) add(spaceKey(dashedSpace(text), text))
  if (text.includes('[no-]')) {
    keysOfChunk(text.replaceAll('[no-]', ''), add)
    keysOfChunk(text.replaceAll('[no-]', 'no-'), add)
  }
  if (text.includes('='))
    for (const side of text.split('=')) if (side !== '') keysOfChunk(trimJoints(side), add)
  if (isSeveral(text)) for (const one of text.split('/')) keysOfChunk(one, add)
  const hash = text.indexOf('#')
  if (hash !== -1) for (const key of anchorKeys(text.slice(hash + 1))) add(key)
  if (text.includes('/')) {
    pathKeys(text, add)
    if (hash !== -1) keysOfChunk(text.slice(hash + 1), add)
  } else if (/[.:#@+~-]/.test(text)) pieceKeys(text, add)
}

const FLAGS = /^--?[A-Za-z][\w.-]*(?:\/--?[A-Za-z][\w.-]*)+$/
const CONSTANTS = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:\/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)+$/
const VERSIONS = /^v?\d{1,4}(?:\.\d{1,8}){1,3}(?:\/v?\d{1,4}(?:\.\d{1,8}){1,3})+$/

const CONSTANT = /(?:^|[.:])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])$/

/** `cache-duration`, as options of many configurations are called. */
export function isDashed(text: string): boolean {
  return text.includes('-') && DASHED.test(text)
}

/** The name space of keys with dashes that a configuration sets, as in `cache-duration: 12h`. */
export const SETTINGS = '-:'

const DASHED = /^[a-z][a-z0-9]{2,30}(?:-[a-z0-9]{1,30}){1,6}$/

/** `cache-` of `cache-duration`. */
export function dashedSpace(name: string): string {
  return name.slice(0, name.indexOf('-') + 1)
}

/** `DOCENT_` of `DOCENT_URL`. */
export function firstWord(constant: string): string {
  return constant.slice(0, constant.indexOf('_') + 1)
}

/** Names with a slash between them, as in "Python 3.9.1/3.8.7" and "--watch/--no-watch". */
export function isSeveral(text: string): boolean {
  return text.includes('/') && (VERSIONS.test(text) || FLAGS.test(text) || CONSTANTS.test(text))
}

/** Without escapes of Markdown, signs of variables and the dots of a relative path. */
export function plainName(text: string): string {
  let plain = text.includes('\\') ? text.replace(/\\(?=[^\w\s])/g, '') : text
  if (plain.startsWith('./')) plain = plain.slice(2)
  if (plain.startsWith('$')) plain = plain.replace(/^\$(?:env:)?\{?/, '').replace(/\}$/, '')
  return plain
}

function trimJoints(text: string): string {
  return text.replace(/^[:.#=+&]{1,8}/, '').replace(/[:.#=+&/]{1,8}$/, '')
}

/** The path of a route, a URL or a file in one spelling: placeholders and ids are `*`, the end has no slash. */
export function routePath(text: string): string {
  const path = text
    .replace(/[?#].*$/s, '')
    .replace(PLACEHOLDER, '*')
    .replace(VARIABLE_SEGMENT, '*')
  return path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path
}

/** `/login/code/github` is proved by `/login/code/{registration}`. */
export function asPattern(path: string): string[] {
  return path.split('/').length > 3 ? [`${path.slice(0, path.lastIndexOf('/'))}/*`] : []
}

/** Hosts where everybody has addresses. */
const FORGE = /^(?:www\.)?(?:github|gitlab|bitbucket|npmjs|codeberg|hub\.docker)\.(?:com|org)$/

/** `/api`, `/v1`. */
const OF_ANY_API = /^\/?(?:api|rest|v\d{1,3})$/i

/** What a path begins with: a host, a package, the first folder; of what everybody has, also the next. */
export function pathSpace(path: string): string | undefined {
  const [, first = '', second] = /^(\/?[^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (first === '') return undefined
  if (!FORGE.test(first) && !OF_ANY_API.test(first)) return `${first}/`
  if (second !== undefined) return `${first}/${second}/`
  return OF_ANY_API.test(first) ? `${first}/` : undefined
}

/** A path whole, without scheme and host, and by its endings: a page may write more or less of it. */
function pathKeys(text: string, add: (key: string) => void): void {
  const plain = text.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '').replace(/[?#].*$/s, '')
  add(plain.endsWith('/') ? plain.replace(/(?<!\/)\/+$/, '') : plain)
  const path = routePath(plain)
  add(path)
  const segments = path.split('/')
  if (segments.length > MOST_PIECES) return
  const space = pathSpace(path)
  if (space !== undefined && path.length > space.length) add(spaceKey(space, path.slice(space.length)))
  for (let at = 1; at < segments.length; at++) {
    const rest = segments.slice(at).join('/')
    if (rest === '') continue
    add(`/${rest}`)
    add(rest)
    const segment = segments[at] ?? ''
    if (segment !== rest) add(segment)
    if (/[.:@-]/.test(segment)) pieceKeys(segment, add)
  }
  const [first = ''] = segments
  if (first.includes('.')) add(first)
  if (first !== '') pieceKeys(first, add)
  // Its beginnings: folders of a file, a base of addresses.
  for (let at = 2; at < segments.length; at++) add(segments.slice(0, at).join('/'))
}

/** The pieces between joints, and the beginnings and endings of dotted names. */
function pieceKeys(text: string, add: (key: string) => void): void {
  const bare = text.replace(/^[.:#@~-]+/, '')
  if (bare !== text && !text.startsWith('-')) add(bare)
  if (/^v\d/.test(bare)) add(bare.slice(1))
  const pieces = bare.split(/(::|->|[.:#@+~])/)
  if (pieces.length < 3 || pieces.length > 2 * MOST_PIECES) return
  // The beginning of a version is one, its ending is another.
  const isVersion = /^v?\d/.test(bare)
  if (pieces[1] === '.' && pieces[0] && !isVersion) add(spaceKey(`${pieces[0]}.`, pieces[2] ?? ''))
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? ''
    if (piece === '') continue
    if (at > 0 && at < pieces.length - 1) add(pieces.slice(0, at + 1).join(''))
    if (isVersion && at > 0) continue
    add(piece)
    if (at > 0) add(pieces.slice(at).join(''))
  }
}
