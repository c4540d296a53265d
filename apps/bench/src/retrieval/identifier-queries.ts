import { createHash } from 'node:crypto'
import type { Query } from './collection.ts'
import { globalPath } from './link-queries.ts'
import type { Site } from './site-pages.ts'

const LEAST = 5
const MOST = 40
/** More pages than these define no name: it is in every example. */
const MOST_PAGES = 3
/** Flags, options, symbols, error codes: something in them that no plain word has. */
const IDENTIFIER = /^(?=.*(?:--|[a-z][A-Z]|[\w][._-][\w]|[A-Z]{2}))-{0,2}[A-Za-z_][\w.-]*$/
const CODE = /`([^`\n]+)`/g
const HEADING = /^#{1,6}\s+(.+)$/
const TABLE_CELL = /^\s*\|([^|]+)\|/
const DEFINITION = /^\s*[-*]\s+(?:\*\*)?(`[^`\n]+`)/

/**
 * Names that people type as they remember them, as queries: each is defined on one to three pages of one site, which are
 * its answers. A page defines a name that stands in code in one of its headings, in the first cell of a row of a table
 * or at the beginning of an item of a list, or that is a heading alone.
 *
 * @param slip with one edit: a letter left out, doubled, changed, or exchanged with the next
 */
export function identifierQueries(sites: readonly Site[], slip: boolean): Query[] {
  const definers = new Map<string, { site: string; pages: Set<string> }>()
  for (const site of sites) {
    for (const { page } of site.pages) {
      for (const name of definedNames(page.content)) {
        const key = `${site.name} ${name}`
        const known = definers.get(key) ?? { site: site.name, pages: new Set<string>() }
        definers.set(key, known)
        known.pages.add(globalPath(site, page.path))
      }
    }
  }
  return [...definers]
    .filter(([, { pages }]) => pages.size <= MOST_PAGES)
    .map(([key, definer]) => ({ order: createHash('sha256').update(key).digest(), key, definer }))
    .sort((first, second) => first.order.compare(second.order))
    .map(({ key, order, definer: { site, pages } }) => {
      const name = key.slice(site.length + 1)
      return {
        text: slip ? withSlip(name, order) : name,
        site,
        relevant: new Map([...pages].map((path) => [path, 1])),
        exclude: new Set<string>(),
      }
    })
}

/**
 * The same with every page that is about the name as an answer too: one whose title or a heading has it whole, but for
 * case and joints. Several pages are equally right then, and a definition in passing is not the only one.
 */
export function withPagesAboutNames(
  queries: readonly Query[],
  names: readonly string[],
  sites: readonly Site[],
): Query[] {
  const about = new Map<string, Set<string>>()
  for (const site of sites) {
    for (const { page } of site.pages) {
      const path = globalPath(site, page.path)
      for (const word of [page.title, ...page.headings.map(({ text }) => text)].flatMap(wordsOf)) {
        const key = `${site.name} ${word}`
        about.set(key, (about.get(key) ?? new Set()).add(path))
      }
    }
  }
  return queries.map((query, at) => {
    const own = about.get(`${query.site} ${wordsOf(names[at] ?? '').join('')}`) ?? []
    return { ...query, relevant: new Map([...query.relevant.keys(), ...own].map((path) => [path, 1])) }
  })
}

/** Names and words without their joints, in lower case. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}._-]+/u).flatMap((word) => {
    const plain = word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
    return plain === '' ? [] : [plain]
  })
}

export function definedNames(markdown: string): Set<string> {
  const names = new Set<string>()
  const take = (text: string) => {
    const name = text.trim().replace(/\([^()]*\)$/, '')
    if (name.length >= LEAST && name.length <= MOST && IDENTIFIER.test(name)) names.add(name)
  }
  let fence = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) fence = !fence
    if (fence) continue
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) take(heading.replace(/\s*\{#[^}]*\}$/, ''))
    const text = heading ?? TABLE_CELL.exec(line)?.[1] ?? DEFINITION.exec(line)?.[1] ?? ''
    for (const [, code = ''] of text.matchAll(CODE)) take(code)
  }
  return names
}

/** One edit of a letter behind the first, chosen by the bytes. */
export function withSlip(name: string, bytes: Uint8Array): string {
  const letters = [...name].flatMap((letter, at) => (/[A-Za-z]/.test(letter) ? [at] : []))
  const inner = letters.slice(1, -1)
  const at = inner[(bytes[0] ?? 0) % inner.length] ?? 1
  const [before, letter = '', next = '', after] = [
    name.slice(0, at),
    name[at],
    name[at + 1],
    name.slice(at + 2),
  ]
  const kind = (bytes[1] ?? 0) % 4
  if (kind === 0) return before + next + after
  if (kind === 1) return before + letter + letter + next + after
  if (kind === 2 && /[A-Za-z]/.test(next) && next !== letter) return before + next + letter + after
  return before + (letter === 'e' ? 'a' : 'e') + next + after
}
