import { eachHeadedCommand } from '../commands/command-keys.ts'
import { type Chunk, chunkOf } from '../text/chunks.ts'
import type { FoundName } from '../text/found-name.ts'
import type { Region } from '../text/region.ts'

/** As a name is written: `/guide#--flag`, `#maxRetries`. */
const NAME =
  /(?:^|\/[^#]{0,200})#(--[a-z][\w-]{1,60}|[a-z](?:[a-z]*(?:_[a-z0-9][A-Za-z0-9]*)+|[a-z0-9]*[A-Z][A-Za-z0-9]*(?:_[a-z0-9][A-Za-z0-9]*)*))$/
/** As generators make them from headings: `#set-a-limit`, `#section-5.2.1`. Lines of code, `#L20`, are none. */
const OF_HEADING = /#((?!L\d)[A-Za-z][A-Za-z0-9-]{2,80}(?:\.\d{1,4}){0,4})$/
/** Not a colour and not a channel: where links point. */
const LINKED = /\]\(<?$/
/** `[1](`: the server writes where a citation leads, and no model invents it. */
const CITED = /\[\d{1,3}\]\($/

/** The anchor at the end of a chunk that is a name by itself. */
export function nameInAnchor(chunk: Chunk): Chunk | undefined {
  const anchor = chunk.text.includes('#') ? NAME.exec(chunk.text)?.[1] : undefined
  return anchor === undefined ? undefined : chunkOf(anchor, chunk.end - anchor.length)
}

/** The anchor of a link: headings prove it, and links to it. */
export function linkedAnchor(text: string, chunk: Chunk, region: Region): FoundName | undefined {
  if (region.kind !== 'prose' || !chunk.text.includes('#')) return undefined
  const anchor = OF_HEADING.exec(chunk.text)?.[1]
  if (anchor === undefined) return undefined
  const before = text.slice(Math.max(0, chunk.start - 6), chunk.start)
  if (CITED.test(before) || !(chunk.text.includes('://') || LINKED.test(before))) return undefined
  const start = chunk.end - anchor.length
  return { text: anchor, kind: 'url', start, end: chunk.end, keys: [...anchorKeys(anchor), anchor] }
}

/** Of an address or a page beside it. */
export function isAnchor({ kind, text }: Pick<FoundName, 'kind' | 'text'>): boolean {
  return kind === 'url' && !text.includes('/')
}

/** A heading or its anchor in one spelling: every generator cuts another way, and numbers the second of two. */
export function* anchorKeys(heading: string): Generator<string> {
  const slug = heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  if (slug === '') return
  yield `#${slug}`
  if (/\D-\d{1,2}$/.test(heading)) yield `#${slug.replace(/(?<!\d)\d+$/, '')}`
}

const HEADING =
  /^ {0,3}#{1,6}[ \t]+(?![ \t])(.{1,300}?)(?:[ \t]{0,9}\{(?:\/\*[ \t]{0,9})?#?[\w-]{1,100}(?:[ \t]{0,9}\*\/)?\})?[ \t#]{0,300}$/gm

/** Calls back with the keys of each heading in Markdown, and its place. */
export function eachHeadingKey(text: string, add: (key: string, at: number) => void): void {
  for (const { 1: heading = '', index } of text.matchAll(HEADING)) {
    for (const key of anchorKeys(heading.replace(/\]\([^)]{0,1000}\)/g, ''))) add(key, index)
    eachHeadedCommand(heading, (key) => add(key, index))
  }
}
