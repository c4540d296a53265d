import { LineIndex } from '../../located/line-index.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { collectLinks } from '../markdown/collect-links.ts'
import { scanPage } from '../markdown/scan/scan-page.ts'
import { LONGEST_PAGE } from '../page/longest-page.ts'
import type { LocatedLink } from '../page/source-format.ts'
import { readDirectives } from './directive-lines.ts'

const ROLE = /\{(doc|download)\}`([^`\n]{1,1000})`/g

/**
 * The links of a page in the order of their targets: those of Markdown, also inside of directives, `doc` and `download`
 * roles, entries of `toctree`, and what it includes. Labels are known only with every page of the site, so that a link
 * to one is none here.
 */
export function locateMystLinks(file: string, source: string): LocatedLink[] {
  if (source.length > LONGEST_PAGE) return []
  const { markdown, entries, directives } = readDirectives(source)
  const lines = new LineIndex(source)
  const links: LocatedLink[] = []
  for (const link of collectLinks(scanPage(file, markdown))) {
    const scheme = /^(?:project|path):/.exec(link.target)?.[0] ?? ''
    if (scheme === '') links.push(link)
    else {
      const start = link.start + scheme.length
      links.push({
        ...link,
        target: link.target.slice(scheme.length),
        kind: 'internal',
        ...lines.at(start),
        start,
      })
    }
  }
  const add = (start: number, end: number, text: string, isDocument = true) => {
    const written = source.slice(start, end)
    const target = isDocument ? documentName(written) : written
    links.push({ target, text, kind: 'internal', ...lines.at(start), start, end })
  }
  for (const { 0: whole, 1: role, 2: written = '', index } of markdown.matchAll(ROLE)) {
    const opened = written.endsWith('>') ? written.lastIndexOf('<') : -1
    const target = opened < 0 ? written : written.slice(opened + 1, -1)
    const start = index + whole.length - 1 - written.length + (opened < 0 ? 0 : opened + 1)
    add(start, start + target.length, opened < 0 ? '' : written.slice(0, opened).trim(), role === 'doc')
  }
  for (const { start, end } of entries) add(start, end, '')
  for (const { name, start, end } of directives)
    if (/^(?:include|literalinclude)$/.test(name) && end > start) add(start, end, '', false)
  return links.sort((one, other) => one.start - other.start)
}

/** A document as a file: its extension may be left out. */
export function documentName(written: string): string {
  return /\.[a-z][a-z0-9]{0,7}$/i.test(written) ? written : written + FORMAT_EXTENSIONS.myst[0]
}
