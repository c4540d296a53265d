import { withReferences } from '../../formats/asciidoc/read-header.ts'
import type { NavigationEntry } from '../../layout/navigation.ts'
import { joinPath } from '../../paths/folder.ts'
import type { AntoraReferences } from './antora-references.ts'
import type { AntoraComponent } from './antora-site.ts'
import { type PageTitles, withoutMarks } from './page-titles.ts'

const DEEPEST = 5
const MOST_ENTRIES = 20_000
const LONGEST_LINE = 2_000
const ITEM = /^[ \t]*(\*{1,10}|-|\.{1,10})[ \t](.*)$/
const TITLE = /^\.(?![\s.])(.+)$/
const INCLUDE = /^include::([^\s[\]]{1,500})\[/
const REFERENCE = /^xref:([^\s[\]]{1,500})\[(.*)\]$/
/** Another site, or a picture: its text alone. */
const LINK = /^(?:link:|https?:|mailto:|image:)[^\s[\]]*\[(.*)\]$/

interface AntoraNavigation {
  texts: ReadonlyMap<string, string>
  references: AntoraReferences
  titles: PageTitles
}

/**
 * The pages that the lists of a component name: https://docs.antora.org/antora/latest/navigation. What stands above a list
 * is the title of a group.
 */
export function listedPages(
  component: AntoraComponent,
  { texts, references, titles }: AntoraNavigation,
  around: readonly string[],
): NavigationEntry[] {
  const entries: NavigationEntry[] = []
  const place = { line: 1, column: 1, ...(component.version !== '' && { version: component.version }) }
  const add = (file: string, written: string, breadcrumb: readonly string[]): string => {
    const text = withReferences(written, references.valuesOf(file)).trim()
    const [, target, label = ''] = REFERENCE.exec(text) ?? []
    if (target === undefined) return withoutMarks(LINK.exec(text)?.[1] ?? text)
    const [path = ''] = target.split('#')
    const page = references.fileOf(file, path, 'page')
    const title =
      withoutMarks(label) || (page === undefined ? undefined : titles.inNavigation(page)) || target
    // A page of another component stands in the lists of its own.
    const isOwn = page?.startsWith(component.folder === '' ? '' : `${component.folder}/`) === true
    const address = isOwn ? references.addressOf(file, path) : undefined
    // Another entry for a part of a page that is listed names no page of its own.
    if (address !== undefined && (!target.includes('#') || !entries.some((each) => each.path === address)))
      entries.push({ path: address, title, breadcrumb: [...around, ...breadcrumb], ...place })
    return title
  }
  const read = (file: string, files: readonly string[]) => {
    const text = texts.get(file)
    if (text === undefined || files.includes(file) || files.length > DEEPEST) return
    let title: string[] = []
    let items: { marker: string; label: string }[] = []
    for (const line of text.split(/\r?\n/)) {
      if (line.length > LONGEST_LINE || entries.length > MOST_ENTRIES) continue
      const [, included] = INCLUDE.exec(line) ?? []
      const found = included === undefined ? undefined : references.fileOf(file, included, 'text')
      if (found !== undefined) read(found, [...files, file])
      const [, marker, written = ''] = ITEM.exec(line) ?? []
      const [, heading] = marker === undefined ? (TITLE.exec(line) ?? []) : []
      if (heading !== undefined) {
        items = []
        title = [add(file, heading.trim(), [])]
      }
      if (marker === undefined) continue
      const same = items.findIndex((item) => item.marker === marker)
      if (same >= 0) items.length = same
      const label = add(file, written, [...title, ...items.map((item) => item.label)])
      items.push({ marker, label })
    }
  }
  for (const file of component.navigation) read(joinPath(component.folder, file.replace(/^\.\//, '')), [])
  return entries
}
