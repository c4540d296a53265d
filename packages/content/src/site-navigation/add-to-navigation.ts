import { formatOf } from '../formats/formats.ts'
import type { NavigationReference, TrailStep } from '../layout/navigation-reference.ts'
import { insertPart } from '../located/insert-part.ts'
import type { LocatedEntry, LocatedRecord, LocatedValue } from '../located/located-value.ts'
import type { Texts } from '../located/read-script.ts'
import { applied } from '../located/text-change.ts'
import { folderOf } from '../paths/folder.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { unlistedPages } from './check-site-navigation.ts'
import { spelled } from './edit-navigation.ts'
import { readNavigation } from './read-navigation.ts'

/** A page for which the navigation has no entry yet. */
export interface NewPage {
  /** The site with the page. */
  map: SiteMap
  /** Of the files that `isLayoutFile` names, by path in the repository. */
  texts: Texts
  page: string
  title: string
  /** Of the page. */
  frontmatter: Readonly<Record<string, unknown>>
  /** The page whose entry comes before. Default: the last one of the nearest folder. */
  after?: string
}

/** An entry of another page, and what the new one is called in its place. */
interface Neighbour {
  reference: NavigationReference
  /** What holds the entry as one of its parts. */
  step: TrailStep
  now: string
  nearness: number
}

const LABELS: ReadonlySet<string | undefined> = new Set(['text', 'label', 'title', 'name', 'anchor', 'tab'])
const KEPT: ReadonlySet<string | undefined> = new Set(['type', 'parent', 'weight'])
/** A site may show what it finds in a label as HTML, or fill it in. */
const MARKUP = /[<>{}]/g

/**
 * The new texts of files with an entry for a page, written as that of its neighbour is; each other character stays.
 * Empty where the navigation makes its entries itself, has no neighbour, or has the page already.
 */
export function addToNavigation(added: NewPage): Map<string, string> {
  const { map, texts, page } = added
  const isWanted = added.after !== undefined || unlistedPages(map, texts, [page], () => false).length > 0
  const { references } = readNavigation(map, texts)
  const listing = references.filter((each) => !isAside(each))
  if (!isWanted || listing.some((each) => each.page === page)) return new Map()
  const neighbour = nearest(neighboursOf(added, listing), added.after)
  if (neighbour === undefined) return new Map()
  const { reference, step } = neighbour
  const source = texts.get(reference.file) ?? ''
  const entry = entryLike(source, neighbour, added.title.replace(MARKUP, '').replace(/\s+/g, ' ').trim())
  const text = applied(source, insertPart(source, step.around, step.index, entry))
  const now = readNavigation(map, new Map([...texts, [reference.file, text]])).references
  return now.length === references.length + 1 ? new Map([[reference.file, text]]) : new Map()
}

/** Links of a menu and redirects say nothing of where a page stands. */
function isAside({ isRedirect, isMenu }: NavigationReference): boolean {
  return isRedirect || isMenu === true
}

function neighboursOf(
  { map, page, frontmatter }: NewPage,
  listing: readonly NavigationReference[],
): Neighbour[] {
  const newRoute = map.routeOf(page) ?? map.layout.pagePath(map.inLayout(page), frontmatter)
  return listing.flatMap((reference): Neighbour[] => {
    const oldRoute = reference.page === undefined ? undefined : map.routeOf(reference.page)
    const step = entryStep(reference.trail)
    if (reference.page === undefined || oldRoute === undefined || step === undefined) return []
    const move = { from: reference.page, to: page, before: map, oldRoute, newRoute, frontmatter }
    const now = reference.respell(move)
    return now === undefined ? [] : [{ reference, step, now, nearness: nearness(reference.page, page) }]
  })
}

/** What holds a whole entry: an item of a list, or a key among others. One that holds other entries has none. */
function entryStep(trail: readonly TrailStep[]): TrailStep | undefined {
  const [outer, last] = [trail.at(-2), trail.at(-1)]
  if (last === undefined || last.hasItems) return undefined
  if (last.around.kind === 'list') return last
  const isWhole = !last.isDictionary || last.around.entries.length === 1
  if (isWhole && outer?.around.kind === 'list') return outer
  return last.isDictionary ? last : undefined
}

/** How many folders a page shares; one of a folder further down is no neighbour of one above it. */
function nearness(other: string, page: string): number {
  const [theirs, own] = [folderOf(other).split('/'), folderOf(page).split('/')]
  let shared = 0
  while (shared < own.length && shared < theirs.length && own[shared] === theirs[shared]) shared++
  return shared - (theirs.length - shared) / 10
}

/** The last one where most of the nearest are together. */
function nearest(neighbours: readonly Neighbour[], after: string | undefined): Neighbour | undefined {
  const named = after === undefined ? undefined : neighbours.find(({ reference }) => reference.page === after)
  if (named !== undefined) return named
  const most = Math.max(...neighbours.map(({ nearness }) => nearness))
  const groups = new Map<unknown, Neighbour[]>()
  for (const each of neighbours.filter(({ nearness }) => nearness === most))
    groups.set(each.step.around, [...(groups.get(each.step.around) ?? []), each])
  const [largest] = [...groups.values()].sort((one, other) => other.length - one.length)
  return largest?.at(-1)
}

/** An entry as its neighbour is written, without what is the neighbour's own: icons, badges, and the like. */
function entryLike(source: string, { reference, step, now }: Neighbour, title: string): string {
  const { around, index } = step
  const { file, start, end } = reference
  const address = spelled(reference, source, now)
  if (reference.namesDocument) return address
  if (around.kind === 'record') {
    const entry = around.entries[index]
    return entry === undefined ? '' : keyed(source, entry, reference, address, title)
  }
  const item = around.items[index]
  if (item === undefined) return ''
  if (item.value.kind === 'record') return itemLike(source, item, item.value, reference, address, title)
  const [before, behind] = [source.slice(item.start, start), source.slice(end, item.end)]
  // In a line of a list the words that readers see stand beside the address.
  const isLine = item.value.kind === 'text' && item.value.start < start
  if (!isLine) return before + address + behind
  if (formatOf(file).name === 'asciidoc')
    return before + address + behind.replace(/^\[[^\]]+\]/, () => `[${title}]`)
  const label = title.replace(/[\\[\]*_`]/g, '\\$&')
  return `${before.slice(0, before.indexOf('['))}[${label}${before.slice(before.lastIndexOf(']'))}${address}${behind}`
}

function itemLike(
  source: string,
  item: { start: number; end: number },
  record: LocatedRecord,
  reference: NavigationReference,
  address: string,
  title: string,
): string {
  const [first, last] = [record.entries[0], record.entries.at(-1)]
  if (first === undefined || last === undefined) return ''
  const kept =
    record.entries.length === 1
      ? record.entries
      : record.entries.filter(
          (entry) => LABELS.has(entry.key) || KEPT.has(entry.key) || holds(entry.value, reference),
        )
  const between = record.entries[1] === undefined ? '' : source.slice(first.end, record.entries[1].start)
  const written = kept
    .map((entry) => keyed(source, entry, reference, address, title))
    .join(withoutComments(between))
  return source.slice(item.start, first.start) + written + withoutComments(source.slice(last.end, item.end))
}

function withoutComments(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const at = line.search(/\/\/|#/)
      return at < 0 ? line : line.slice(0, at).trimEnd()
    })
    .join('\n')
}

/** A key and its value; one of them is the address, and the other a label unless its key says what it is. */
function keyed(
  source: string,
  { key, keyPlace, value, start, end }: LocatedEntry,
  reference: NavigationReference,
  address: string,
  title: string,
): string {
  const between = source.slice(keyPlace.end, value.start)
  if (keyPlace.start === reference.start) return address + between + labelled(source, value, title)
  if (!holds(value, reference))
    return LABELS.has(key)
      ? source.slice(start, value.start) + labelled(source, value, title)
      : source.slice(start, end)
  const isTitle = reference.trail.at(-1)?.isDictionary === true
  const name = isTitle ? spelled(keyPlace, source, title) : source.slice(start, keyPlace.end)
  return name + between + address
}

function holds(value: LocatedValue, { file, start, end }: NavigationReference): boolean {
  return value.file === file && value.start <= start && end <= value.end
}

function labelled(source: string, value: LocatedValue, title: string): string {
  return value.kind === 'text' ? spelled(value, source, title) : JSON.stringify(title)
}
