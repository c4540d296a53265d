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

/** Elements that are never closed must not make reading slow. */
const DEEPEST = 64
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Reads a sitemap, a sitemap index (https://www.sitemaps.org/protocol.html), or a list of addresses, one a line. Extensions
 * such as images are passed over, and what is malformed is read as far as it goes. No entity but the five of XML is known.
 */
export function readSitemap(text: string): Sitemap {
  if (!/^\s*</.test(text.replace(/^\ufeff/, ''))) return readLines(text)
  const sitemap: Sitemap = { pages: [], sitemaps: [] }
  const open: string[] = []
  let entry: { loc?: string; lastmod?: string } = {}
  let content = ''
  for (const token of tokens(text)) {
    if (token.kind === 'text') content += token.text
    else if (token.kind === 'open') {
      if (open.length < DEEPEST) open.push(token.name)
      content = ''
      if (token.name === 'url' || token.name === 'sitemap') entry = {}
    } else {
      if (!open.includes(token.name)) continue
      const parent = open[open.length - 2]
      if ((token.name === 'loc' || token.name === 'lastmod') && (parent === 'url' || parent === 'sitemap'))
        entry[token.name] ??= content.trim()
      if (token.name === 'url' || token.name === 'sitemap') {
        const list = token.name === 'url' ? sitemap.pages : sitemap.sitemaps
        if (entry.loc) list.push({ loc: entry.loc, ...(entry.lastmod ? { lastmod: entry.lastmod } : {}) })
      }
      while (open.pop() !== token.name);
      content = ''
    }
  }
  return sitemap
}

function readLines(text: string): Sitemap {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const pages = lines.map((line) => line.trim()).filter((line) => /^https?:\/\//i.test(line))
  return { pages: pages.map((loc) => ({ loc })), sitemaps: [] }
}

type Token = { kind: 'text'; text: string } | { kind: 'open' | 'close'; name: string }

/** Elements by their names without namespace prefix. Extensions keep theirs: `image:loc` is no `loc`. */
function* tokens(xml: string): Generator<Token> {
  let at = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    if (next !== at) yield { kind: 'text', text: decode(xml.slice(at, next < 0 ? xml.length : next)) }
    if (next < 0) return
    if (xml.startsWith('<![CDATA[', next)) {
      const end = endOf(xml, ']]>', next)
      yield { kind: 'text', text: xml.slice(next + 9, end - 3) }
      at = end
      continue
    }
    if (xml.startsWith('<!--', next)) at = endOf(xml, '-->', next)
    else if (/[?!]/.test(xml[next + 1] ?? '')) at = endOf(xml, '>', next)
    else {
      at = endOf(xml, '>', next)
      const [, slash, written = ''] =
        /^<(\/?)([^\s/>]+)/.exec(xml.slice(next, Math.min(at, next + 200))) ?? []
      const name = written.replace(/^(?:sm|sitemap|ns\d*):/i, '').toLowerCase()
      if (name === '') continue
      if (slash === '/') yield { kind: 'close', name }
      else {
        yield { kind: 'open', name }
        if (xml[at - 2] === '/') yield { kind: 'close', name }
      }
    }
  }
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from)
  return end < 0 ? xml.length : end + mark.length
}

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
