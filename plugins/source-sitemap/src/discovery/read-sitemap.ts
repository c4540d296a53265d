import { setImmediate } from 'node:timers/promises'
import sax from 'sax'

export interface SitemapEntry {
  /** As it is written. */
  loc: string
  /** W3C date of the last change, as it is written. */
  lastmod?: string
}

export interface Sitemap {
  pages: SitemapEntry[]
  /** Of an index: further sitemaps. */
  sitemaps: SitemapEntry[]
}

/** A sitemap has three levels, and extensions few more: what is deeper is none, and could make reading slow. */
const DEEPEST = 64
/** Read at once, in characters: a large sitemap takes seconds, in which other requests get their turns. */
const PIECE = 256 * 1_024
/** Entities of HTML, or those that the document declares itself, are not known. */
const OPTIONS = { lowercase: true, strictEntities: true }

/**
 * Reads a sitemap, a sitemap index (https://www.sitemaps.org/protocol.html), or a list of addresses, one a line. It
 * passes over extensions such as images, and reads what is malformed as far as it goes.
 */
export async function readSitemap(text: string): Promise<Sitemap> {
  if (!/^\s*</.test(text.replace(/^\ufeff/, ''))) return readLines(text)
  const sitemap: Sitemap = { pages: [], sitemaps: [] }
  const open: string[] = []
  let isTooDeep = false
  let entry: { loc?: string; lastmod?: string } = {}
  let content = ''
  const parser = sax.parser(false, OPTIONS)
  parser.onopentag = ({ name: written }) => {
    const name = localName(written)
    open.push(name)
    isTooDeep ||= open.length > DEEPEST
    content = ''
    if (isEntry(name)) entry = {}
  }
  parser.ontext = parser.oncdata = (piece) => {
    content += piece
  }
  parser.onclosetag = () => {
    const name = open.pop()
    if ((name === 'loc' || name === 'lastmod') && isEntry(open.at(-1))) entry[name] ??= content.trim()
    if (isEntry(name) && entry.loc) {
      const list = name === 'url' ? sitemap.pages : sitemap.sitemaps
      list.push({ loc: entry.loc, ...(entry.lastmod ? { lastmod: entry.lastmod } : {}) })
    }
    content = ''
  }
  for (let at = 0; at < text.length && !isTooDeep; at += PIECE) {
    if (at > 0) await setImmediate()
    parser.write(text.slice(at, at + PIECE))
    // Where a file is broken, the parser goes on.
    parser.resume()
  }
  return sitemap
}

function isEntry(name: string | undefined): name is 'url' | 'sitemap' {
  return name === 'url' || name === 'sitemap'
}

/** Without the prefix of the protocol's own namespace. Extensions keep theirs: `image:loc` is no `loc`. */
function localName(name: string): string {
  return name.replace(/^(?:sm|sitemap|ns\d*):/, '')
}

function readLines(text: string): Sitemap {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const pages = lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line))
  return { pages: pages.map((loc) => ({ loc })), sitemaps: [] }
}
