import { defined } from '../../basics/defined.ts'
import type { Navigation, NavigationEntry, Redirect } from '../../layout/navigation.ts'
import { LineIndex } from '../../located/line-index.ts'
import type {
  LocatedList,
  LocatedRecord,
  LocatedText,
  LocatedValue,
  Place,
} from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath } from '../../paths/page-path.ts'
import type { Problem } from '../../paths/problem.ts'
import { memberAt, membersOf, readConfiguration } from './configuration.ts'

/** An entry, the file that it is written in, and how. */
export interface WrittenEntry extends NavigationEntry {
  written: string
  file: string
  /** Something around it is hidden, and readers find the page by its address alone. */
  isHidden?: true
}

const TITLE_KEYS = ['group', 'tab', 'anchor', 'dropdown', 'product', 'item', 'name'] as const
/** Keys of an element of the navigation that hold further elements or pages. */
export const NAVIGATION_CONTAINERS = [
  'pages',
  'groups',
  'tabs',
  'anchors',
  'dropdowns',
  'versions',
  'languages',
  'products',
  'menu',
  'items',
] as const
const CONTAINER_KEYS = new Set<string>([...NAVIGATION_CONTAINERS, 'navigation'])
/** `GET /users`, or an OpenAPI file before it: an operation, not a page with a file. */
const OPERATION = /(?:^|\s)(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i

/**
 * Reads the navigation of a `docs.json` (or an older `mint.json`): tabs, anchors, dropdowns, products, versions,
 * languages and groups, nested in any order. Never throws: what cannot be read is a problem.
 *
 * @param texts of the files that it names with `$ref`
 */
export function parseNavigation(source: string, file = 'docs.json', texts?: Texts): Navigation {
  return listedNavigation(locateNavigation(source, file, texts))
}

/** What readers see of a navigation. */
export function listedNavigation({
  entries,
  redirects,
  problems,
}: ReturnType<typeof locateNavigation>): Navigation {
  return {
    pages: entries
      .filter(({ isHidden }) => !isHidden)
      .map(({ written: _written, file: _file, isHidden: _isHidden, ...entry }) => entry),
    redirects,
    problems,
  }
}

/** Like `parseNavigation`, with the file of each entry, and what the configuration holds. */
export function locateNavigation(source: string, file: string, others?: Texts) {
  const texts = new Map([...(others ?? []), [file, source]])
  const lines = new Map<string, LineIndex>()
  const problems: Problem[] = []
  const entries: WrittenEntry[] = []
  const redirects: Redirect[] = []
  const placeOf = ({ file: where, start }: Place) => {
    const index = lines.get(where) ?? new LineIndex(texts.get(where) ?? '')
    lines.set(where, index)
    return { file: where, ...index.at(start) }
  }
  const report = (place: Place, message: string) => {
    problems.push({ ...placeOf(place), rule: 'navigation-invalid', message, severity: 'error' })
  }
  const root = readConfiguration(file, texts, report)
  if (root === undefined) return { root, entries, redirects, problems }
  if (root.kind !== 'record') {
    report(root, 'The file must be a JSON object with the key "navigation".')
    return { root, entries, redirects, problems }
  }
  const navigation = memberAt(root, 'navigation')
  if (navigation === undefined) report(root, 'The key "navigation" is missing: list the pages there.')
  else walk(navigation, { breadcrumb: [] })
  for (const node of [memberAt(root, 'openapi'), memberAt(root, 'api')]) if (node) reportRemote(node)
  readRedirects(memberAt(root, 'redirects'), redirects, report)
  return { root, entries, redirects, problems }

  function walk(node: LocatedValue, around: Around): void {
    if (node.kind === 'list') for (const { value } of node.items) walk(value, around)
    else if (node.kind === 'text') addEntry(node, around)
    else if (node.kind === 'record') walkRecord(node, around)
    else report(node, 'Expected a page path, or an object with "group" and "pages".')
  }

  /** @param current of the versions of which the record is one */
  function walkRecord(node: LocatedRecord, outer: Around, current?: LocatedValue): void {
    const around: Around = { ...outer }
    const title = TITLE_KEYS.map((key) => textOf(node, key)).find((text) => text !== undefined)
    if (title !== undefined) around.breadcrumb = [...outer.breadcrumb, title]
    const language = textOf(node, 'language')
    const version = textOf(node, 'version')
    if (language !== undefined) around.language = language
    if (version !== undefined) around.version = version
    if (current !== undefined) around.isCurrent = node === current
    const hidden = memberAt(node, 'hidden')
    if (hidden?.kind === 'plain' && hidden.value === true) around.isHidden = true
    for (const [key, value] of membersOf(node)) {
      if (key === 'openapi') reportRemote(value)
      // It is the group that leads to this page.
      if (key === 'root' && value.kind === 'text') addEntry(value, { ...around, ...defined({ title }) })
      if (!CONTAINER_KEYS.has(key)) continue
      if (key === 'versions' && value.kind === 'list') walkVersions(value, around)
      else if (value.kind === 'list' || value.kind === 'record') walk(value, around)
      else report(value, `"${key}" must be a list.`)
    }
  }

  /** The site shows the one that is called the default, else the first. */
  function walkVersions({ items }: LocatedList, around: Around): void {
    const isDefault = ({ value }: { value: LocatedValue }) => {
      const said = value.kind === 'record' ? memberAt(value, 'default') : undefined
      return said?.kind === 'plain' && said.value === true
    }
    const current = (items.find(isDefault) ?? items[0])?.value
    for (const { value } of items)
      if (value.kind === 'record') walkRecord(value, around, current)
      else walk(value, around)
  }

  /** Operations of a description on another server have no pages here. */
  function reportRemote(node: LocatedValue): void {
    if (node.kind === 'list') for (const { value } of node.items) reportRemote(value)
    if (node.kind === 'record') for (const { value } of node.entries) reportRemote(value)
    if (node.kind !== 'text' || !/^https?:\/\//i.test(node.value)) return
    report(node, `${node.value} is on another server and not read. Add the file to the repository.`)
  }

  function addEntry(node: LocatedText, around: Around): void {
    const written = node.value
    if (OPERATION.test(written) || /^[a-z]+:\/\//i.test(written)) return
    if (written.trim() === '') {
      report(node, 'An empty page path: name a page, or take the entry out.')
      return
    }
    entries.push({ path: entryPath(written), ...around, ...placeOf(node), written })
  }
}

/** The route path that an entry means. */
function entryPath(written: string): string {
  return normalizePagePath(withoutPageExtension(written))
}

interface Around {
  breadcrumb: string[]
  title?: string
  isHidden?: true
  language?: string
  version?: string
  isCurrent?: boolean
}

function readRedirects(
  node: LocatedValue | undefined,
  redirects: Redirect[],
  report: (place: Place, message: string) => void,
): void {
  if (node === undefined) return
  if (node.kind !== 'list') {
    report(node, '"redirects" must be a list of {"source", "destination"}.')
    return
  }
  for (const { value } of node.items) {
    const [source, destination] = [textOf(value, 'source'), textOf(value, 'destination')]
    if (source === undefined || destination === undefined) {
      report(value, 'A redirect needs "source" and "destination".')
    } else redirects.push({ source, destination })
  }
}

function textOf(node: LocatedValue, key: string): string | undefined {
  const value = memberAt(node, key)
  return value?.kind === 'text' ? value.value : undefined
}
