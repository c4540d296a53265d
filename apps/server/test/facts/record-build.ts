import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import { PROFILES } from './html-profiles.ts'
import { type ReadPage, readPage } from './read-page.ts'
import {
  addressOf,
  inBoth,
  type NavigationFact,
  type PageFacts,
  type SiteFacts,
  shinglesOf,
} from './site-facts.ts'

export interface RecordOptions {
  generator: string
  /** Path that the build puts before each address. Default: `/`. */
  base?: string
  /** Of a generator that its pages don't name. */
  version?: string
  /** False keeps checksums of texts alone. Default: true. */
  keepsText?: boolean
}

/** The facts of a folder that a generator built. */
export function recordBuild(
  folder: string,
  { generator, base = '/', version = '', keepsText = true }: RecordOptions,
): SiteFacts {
  const profile = PROFILES[generator]
  if (profile === undefined) throw new Error(`There is no profile for ${generator}.`)
  const read = new Map<string, Exclude<ReadPage, { redirect: string }>>()
  const facts: SiteFacts = { generator, version, base, pages: {}, redirects: {}, navigations: [] }
  for (const file of htmlFiles(folder)) {
    const html = readFileSync(join(folder, file), 'utf8')
    const here = `${base.replace(/\/$/, '')}/${file.split('/').map(encodeURIComponent).join('/')}`
    const address = addressOf(here, base)
    if (profile.skip?.test(address)) continue
    facts.version ||= versionIn(html, generator)
    const page = readPage(html, profile, (href) =>
      addressOf(new URL(href, `http://site.invalid${here}`).pathname, base),
    )
    if (page === undefined) continue
    if ('redirect' in page) facts.redirects[address] = page.redirect
    else read.set(address, page)
  }
  const navigations = new Map<string, number>()
  for (const [address, page] of [...read].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (repeats(address, page, read)) continue
    facts.pages[address] = kept(page, numberOf(page.navigation, navigations), keepsText)
  }
  // One that leads to a page that is left out is left out, too.
  for (const [from, to] of Object.entries(facts.redirects))
    if (facts.pages[to] === undefined) delete facts.redirects[from]
  facts.navigations = [...navigations.keys()].map((each) => JSON.parse(each) as NavigationFact[])
  return facts
}

/** By the name of the generator, where others that it is made with name themselves as well. */
function versionIn(html: string, generator: string): string {
  const named = [...html.matchAll(/<meta[^>]+name="?generator"?[^>]+content="([^"]*?)v?(\d[\w.-]*)"/g)]
  const own = named.find(([, name = '']) => name.trim().toLowerCase() === generator)
  return (own ?? named[0])?.[2] ?? ''
}

function* htmlFiles(folder: string): Generator<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  yield* files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort()
}

/** Whether a page only repeats that of another language, as generators fill their languages up. */
function repeats(
  address: string,
  page: { text: string; language?: string; isGenerated?: true },
  pages: ReadonlyMap<string, { text: string; language?: string }>,
): boolean {
  const [, folder = '', ...rest] = address.split('/')
  const original = folder === page.language ? pages.get(`/${rest.join('/')}`) : undefined
  if (original === undefined || original.language === page.language) return false
  if (page.isGenerated) return true
  const [mine, other] = [new Set(shinglesOf(page.text)), new Set(shinglesOf(original.text))]
  const same = inBoth(mine, other)
  return same >= 0.8 * (mine.size + other.size - same)
}

function kept(
  { text, code, navigation: _, ...page }: Exclude<ReadPage, { redirect: string }>,
  navigation: number,
  keepsText: boolean,
): PageFacts {
  return {
    ...page,
    text: keepsText ? text : [...new Set(shinglesOf(text))],
    code: keepsText ? code : code.map((each) => crc32(each)),
    navigation,
  }
}

function numberOf(navigation: readonly NavigationFact[], known: Map<string, number>): number {
  const key = JSON.stringify(navigation)
  const number = known.get(key) ?? known.size
  known.set(key, number)
  return number
}
