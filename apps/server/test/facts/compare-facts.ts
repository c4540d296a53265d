import { crc32 } from 'node:zlib'
import type { ServedPage, ServedSite } from './read-served.ts'
import {
  addressOf,
  inBoth,
  type NavigationFact,
  type PageFacts,
  type SiteFacts,
  shinglesOf,
  unknownRuns,
} from './site-facts.ts'

/** How much of what was compared is the same: parts and wholes by what was compared. */
export type Figures = Record<string, { same: number; of: number }>

export interface Comparison {
  figures: Figures
  /** One line each, sorted. */
  differences: string[]
}

/** Compares what a build shows with what Docent serves of the same sources. */
export function compareFacts(facts: SiteFacts, served: ServedSite): Comparison {
  const figures: Figures = {}
  const lines = new Set<string>()
  const count = (name: string, same: number, of: number) => {
    figures[name] ??= { same: 0, of: 0 }
    figures[name].same += same
    figures[name].of += of
  }
  const both = Object.entries(facts.pages).flatMap(([address, built]) => {
    const page = served.pages.get(address)
    if (page === undefined) lines.add(`missing page ${address}`)
    return page === undefined ? [] : [{ address, built, page }]
  })
  const leaks = [...served.pages.keys()].filter((address) => facts.pages[address] === undefined)
  for (const address of leaks) lines.add(`leaked page ${address}`)
  count('addresses found', both.length, Object.keys(facts.pages).length)
  count('addresses right', both.length, served.pages.size)
  const navigations = new Map<string, { wanted: NavigationFact[]; mine: NavigationFact[]; pages: number }>()
  for (const { address, built, page } of both) {
    const add = (line: string) => lines.add(line)
    const isTitled = built.titles.includes(page.title)
    count('titles', Number(isTitled), 1)
    if (!isTitled) add(`title of ${address}: ${page.title}`)
    if ((built.isUnlisted ?? false) !== page.isUnlisted)
      add(`${address} is ${page.isUnlisted ? 'unlisted' : 'listed'}`)
    comparePage(address, built, page, count, add)
    const key = `${built.navigation} ${JSON.stringify(page.navigation)}`
    const wanted = facts.navigations[built.navigation] ?? []
    const known = navigations.get(key) ?? { wanted, mine: page.navigation, pages: 0 }
    known.pages += 1
    navigations.set(key, known)
  }
  const listed = Object.entries(facts.pages).filter(([, { isUnlisted }]) => !isUnlisted)
  const known = new Set(listed.map(([address]) => address))
  for (const pair of navigations.values()) compareNavigation(pair, known, count, (line) => lines.add(line))
  for (const [from, to] of Object.entries(facts.redirects)) {
    const isSame = served.leadsTo.get(from) === to
    count('redirects', Number(isSame), 1)
    if (!isSame) lines.add(`redirect of ${from} to ${to}`)
  }
  return { figures, differences: [...lines].sort() }
}

type Count = (name: string, same: number, of: number) => void
type Add = (line: string) => void

function comparePage(address: string, built: PageFacts, page: ServedPage, count: Count, add: Add): void {
  const lost = built.anchors.filter((anchor) => !page.anchors.includes(anchor))
  count('anchors', built.anchors.length - lost.length, built.anchors.length)
  for (const anchor of lost) add(`anchor ${address}#${anchor}`)
  compareText(address, built, page, count, add)
  const mine = [...page.code]
  const unknown = built.code.filter((code) => {
    const at = mine.findIndex((each) => (typeof code === 'number' ? crc32(each) : each) === code)
    if (at >= 0) mine.splice(at, 1)
    return at < 0
  })
  count('code', built.code.length - unknown.length, built.code.length)
  for (const code of unknown) add(`code of ${address}: ${String(code).slice(0, 60)}`)
  const loaded = page.images.map(pictureName)
  for (const image of built.images) {
    if (/^(?:https?:)?\/\/|^data:/.test(image)) continue
    // A checksum may have no digit.
    const names = [pictureName(image), pictureName(image).replace(/[-.][\w-]{8}$/, '')]
    const at = loaded.findIndex((each) => names.includes(each))
    count('images', Number(at >= 0), 1)
    if (at >= 0) loaded.splice(at, 1)
    else add(`image of ${address}: ${pictureName(image)}`)
  }
}

/** Builds put checksums into the names of pictures, and write them in other formats. */
function pictureName(src: string): string {
  const name = addressOf(src).split('/').at(-1) ?? ''
  return name
    .replace(/[-.][\w-]{8,32}(?=\.\w+$)/, (mark) => (/\d/.test(mark) ? '' : mark))
    .replace(/\.\w+$/, '')
    .toLowerCase()
}

function compareText(
  address: string,
  { text, isUnlisted }: PageFacts,
  page: ServedPage,
  count: Count,
  add: Add,
): void {
  const built = new Set(typeof text === 'string' ? shinglesOf(text) : text)
  for (const [name, mine] of [
    ['shown', page.shown],
    ['stored', page.stored],
  ] as const) {
    // What is asked to be found nowhere is in no passage.
    if (name === 'stored' && isUnlisted) continue
    const own = new Set(shinglesOf(mine))
    count(`text ${name}`, inBoth(built, own), built.size)
    count(`text ${name} that readers see`, inBoth(built, own), own.size)
    for (const run of unknownRuns(mine, built)) add(`text ${name} on ${address} alone: ${shortened(run)}`)
    if (typeof text !== 'string') continue
    for (const run of unknownRuns(text, own)) add(`text not ${name} on ${address}: ${shortened(run)}`)
  }
}

function shortened(run: string): string {
  return run.length <= 120 ? run : `${run.slice(0, 60)} … ${run.slice(-50)}`
}

function compareNavigation(
  { wanted, mine, pages }: { wanted: NavigationFact[]; mine: NavigationFact[]; pages: number },
  known: ReadonlySet<string>,
  count: Count,
  add: Add,
): void {
  const theirs = [...placesIn(wanted)].filter(([address]) => known.has(address))
  const ours = placesIn(mine)
  const same = theirs.filter(([address]) => ours.has(address))
  const order = inOrder(
    same.map(([address]) => address),
    [...ours.keys()],
  )
  count('navigation order', pages * order.size, pages * theirs.length)
  for (const [address, place] of theirs) {
    const own = ours.get(address)
    if (own === undefined) add(`navigation lacks ${address}`)
    else if (!order.has(address)) add(`navigation has ${address} elsewhere`)
    count('navigation labels', own?.label === place.label ? pages : 0, own === undefined ? 0 : pages)
    const isInPlace = own?.parent === place.parent || (own !== undefined && isNamedAlike(own, place))
    count('navigation parents', isInPlace ? pages : 0, own === undefined ? 0 : pages)
    if (own !== undefined && own.label !== place.label)
      add(`navigation calls ${address} "${own.label}" instead of "${place.label}"`)
    if (own !== undefined && !isInPlace)
      add(`navigation has ${address} in "${own.parent ?? ''}" instead of "${place.parent ?? ''}"`)
  }
}

/** A group and its first page under one name look like a group that leads to the page. */
function isNamedAlike(own: Placed, { label, parent }: Placed): boolean {
  return own.parent === undefined && own.label === label && parent === label
}

interface Placed {
  label: string
  parent: string | undefined
}

/** The first place of each page: its label, and that of the entry around it. */
function placesIn(navigation: readonly NavigationFact[]) {
  const places = new Map<string, Placed>()
  let path: string[] = []
  for (const { depth, label, address } of navigation) {
    path = [...path.slice(0, depth), label]
    if (address !== undefined && !places.has(address)) places.set(address, { label, parent: path.at(-2) })
  }
  return places
}

/** The most addresses that stand in the same order in both lists. */
function inOrder(wanted: readonly string[], mine: readonly string[]): Set<string> {
  const positions = new Map(mine.map((address, at) => [address, at]))
  const best: { at: number; before: number; address: string }[] = []
  const ends: number[] = []
  for (const address of wanted) {
    const at = positions.get(address)
    if (at === undefined) continue
    let length = 0
    while (length < ends.length && (best[ends[length] ?? 0]?.at ?? 0) < at) length += 1
    best.push({ at, before: ends[length - 1] ?? -1, address })
    ends[length] = best.length - 1
  }
  const found = new Set<string>()
  for (let next = ends.at(-1) ?? -1; next >= 0; next = best[next]?.before ?? -1)
    found.add(best[next]?.address ?? '')
  return found
}
