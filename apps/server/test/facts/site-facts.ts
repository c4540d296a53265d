import { crc32 } from 'node:zlib'

/** What the build of a site shows: the facts that Docent is compared with. */
export interface SiteFacts {
  generator: string
  /** Of the generator. */
  version: string
  /** Path that the build puts before each address. */
  base: string
  /** By address, without `.html` and a slash at the end. */
  pages: Record<string, PageFacts>
  /** Addresses that lead to others. */
  redirects: Record<string, string>
  /** Different navigations; most pages share one. */
  navigations: NavigationFact[][]
}

export interface PageFacts {
  /** Any of them is right: of the document, of its heading, with and without the name of the site. */
  titles: string[]
  language?: string
  /** Shown at its address, and asked to be found nowhere. */
  isUnlisted?: true
  /** A page that only lists others, without a file of its own. */
  isGenerated?: true
  anchors: string[]
  /** What readers see, or checksums of each run of five words. */
  text: string | number[]
  /** Blocks without spaces, or their checksums. */
  code: (string | number)[]
  images: string[]
  /** Index in `navigations`. */
  navigation: number
}

export interface NavigationFact {
  depth: number
  label: string
  /** Absent for a label, and for what leads to another site. */
  address?: string
}

export type Shingle = number

const RUN = 5

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Checksums of every run of five words, in their order. */
export function shinglesOf(text: string): Shingle[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const count = Math.max(1, words.length - RUN + 1)
  return Array.from({ length: count }, (_, at) => crc32(words.slice(at, at + RUN).join(' ')))
}

/** The words of a text that no run of the other has, as pieces of text. */
export function unknownRuns(text: string, known: ReadonlySet<Shingle>): string[] {
  const words = wordsOf(text)
  const runs: { start: number; end: number }[] = []
  for (const [at, shingle] of shinglesOf(text).entries()) {
    if (known.has(shingle)) continue
    const last = runs.at(-1)
    const end = Math.min(words.length, at + RUN)
    if (last !== undefined && at <= last.end) last.end = end
    else runs.push({ start: at, end })
  }
  return runs.map(({ start, end }) => words.slice(start, end).join(' '))
}

/** One spelling for each address: no origin, no query, no `index.html`, no `.html`, no slash at the end. */
export function addressOf(path: string, base = '/'): string {
  const whole = decodeURIComponent(new URL(path, 'http://site.invalid').pathname)
  const plain = whole.replace(/(^|\/)index\.html?$/, '$1').replace(/\.html?$/, '')
  const root = `/${base.replace(/^\/+|\/+$/g, '')}`.replace(/\/$/, '')
  const inside = `${plain}/`.startsWith(`${root}/`) ? plain.slice(root.length) : plain
  return `/${inside.replace(/^\/+|\/+$/g, '')}`
}

export function inBoth(one: ReadonlySet<Shingle>, other: ReadonlySet<Shingle>): number {
  return [...one].filter((each) => other.has(each)).length
}
