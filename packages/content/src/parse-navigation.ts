import type { Navigation, NavigationEntry, Redirect } from './layout/navigation.ts'
import { LineIndex } from './located/line-index.ts'
import {
  JsonSyntaxError,
  type LocatedJson,
  type LocatedObject,
  parseLocatedJson,
} from './located/located-json.ts'
import { withoutPageExtension } from './paths/page-extension.ts'
import { normalizePagePath } from './paths/page-path.ts'
import type { Problem } from './paths/problem.ts'

/** An entry and where its string stands in the source, with quotes. */
export interface LocatedEntry extends NavigationEntry {
  written: string
  start: number
  end: number
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
 */
export function parseNavigation(source: string, file = 'docs.json'): Navigation {
  const { entries, redirects, problems } = locateNavigation(source, file)
  return {
    pages: entries.map(({ written: _written, start: _start, end: _end, ...entry }) => entry),
    redirects,
    problems,
  }
}

/** Like `parseNavigation`, with the place of each entry. */
export function locateNavigation(source: string, file: string) {
  const lines = new LineIndex(source)
  const problems: Problem[] = []
  const entries: LocatedEntry[] = []
  const redirects: Redirect[] = []
  const report = (offset: number, message: string) => {
    problems.push({ file, ...lines.at(offset), rule: 'navigation-invalid', message, severity: 'error' })
  }
  const root = readJson(source, report)
  if (root === undefined) return { entries, redirects, problems }
  if (root.kind !== 'object') {
    report(root.start, 'The file must be a JSON object with the key "navigation".')
    return { entries, redirects, problems }
  }
  const navigation = memberOf(root, 'navigation')
  if (navigation === undefined) report(root.start, 'The key "navigation" is missing: list the pages there.')
  else walk(navigation, { breadcrumb: [] })
  for (const node of [memberOf(root, 'openapi'), memberOf(root, 'api')]) if (node) reportRemote(node)
  readRedirects(memberOf(root, 'redirects'), redirects, report)
  return { entries, redirects, problems }

  function walk(node: LocatedJson, around: Around): void {
    if (node.kind === 'array') for (const item of node.items) walk(item, around)
    else if (node.kind === 'string') addEntry(node.value, node.start, node.end, around)
    else if (node.kind === 'object') walkObject(node, around)
    else report(node.start, 'Expected a page path, or an object with "group" and "pages".')
  }

  function walkObject(node: LocatedObject, outer: Around): void {
    const around: Around = { ...outer }
    const title = TITLE_KEYS.map((key) => textOf(node, key)).find((text) => text !== undefined)
    if (title !== undefined) around.breadcrumb = [...outer.breadcrumb, title]
    const language = textOf(node, 'language')
    const version = textOf(node, 'version')
    if (language !== undefined) around.language = language
    if (version !== undefined) around.version = version
    for (const { key, value } of node.entries) {
      if (key === '$ref') report(value.start, unread(value))
      if (key === 'openapi') reportRemote(value)
      if (key === 'root' && value.kind === 'string') addEntry(value.value, value.start, value.end, around)
      if (!CONTAINER_KEYS.has(key)) continue
      if (value.kind === 'array' || value.kind === 'object') walk(value, around)
      else report(value.start, `"${key}" must be a list.`)
    }
  }

  /** Operations of a description on another server have no pages here. */
  function reportRemote(node: LocatedJson): void {
    if (node.kind === 'array') for (const item of node.items) reportRemote(item)
    if (node.kind === 'object') for (const { value } of node.entries) reportRemote(value)
    if (node.kind !== 'string' || !/^https?:\/\//i.test(node.value)) return
    report(node.start, `${node.value} is on another server and not read. Add the file to the repository.`)
  }

  function addEntry(written: string, start: number, end: number, around: Around): void {
    if (OPERATION.test(written) || /^[a-z]+:\/\//i.test(written)) return
    if (written.trim() === '') {
      report(start, 'An empty page path: name a page, or take the entry out.')
      return
    }
    entries.push({ path: entryPath(written), ...around, ...lines.at(start), written, start, end })
  }
}

/** The route path that an entry means. */
function entryPath(written: string): string {
  return normalizePagePath(withoutPageExtension(written))
}

interface Around {
  breadcrumb: string[]
  language?: string
  version?: string
}

function readJson(
  source: string,
  report: (offset: number, message: string) => void,
): LocatedJson | undefined {
  try {
    return parseLocatedJson(source)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    report(error.offset, `The file is not valid JSON: ${error.message}.`)
    return undefined
  }
}

function readRedirects(
  node: LocatedJson | undefined,
  redirects: Redirect[],
  report: (offset: number, message: string) => void,
): void {
  if (node === undefined) return
  const referred = node.kind === 'object' ? memberOf(node, '$ref') : undefined
  if (referred !== undefined) report(referred.start, unread(referred))
  else if (node.kind !== 'array')
    report(node.start, '"redirects" must be a list of {"source", "destination"}.')
  if (node.kind !== 'array') return
  for (const item of node.items) {
    const source = item.kind === 'object' ? textOf(item, 'source') : undefined
    const destination = item.kind === 'object' ? textOf(item, 'destination') : undefined
    if (source === undefined || destination === undefined) {
      report(item.start, 'A redirect needs "source" and "destination".')
    } else redirects.push({ source, destination })
  }
}

/** Parts of the configuration in files of their own. */
function unread(value: LocatedJson): string {
  const file = value.kind === 'string' ? `"${value.value}"` : 'Another file'
  return `${file} is not read: what it lists is missing here.`
}

function memberOf(node: LocatedObject, key: string): LocatedJson | undefined {
  return node.entries.findLast((entry) => entry.key === key)?.value
}

function textOf(node: LocatedObject, key: string): string | undefined {
  const value = memberOf(node, key)
  return value?.kind === 'string' ? value.value : undefined
}
