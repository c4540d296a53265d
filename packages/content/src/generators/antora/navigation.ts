import { withPageAlias } from '../../formats/asciidoc/page-alias.ts'
import { formatOf } from '../../formats/formats.ts'
import { movedPath, referencePaths } from '../../layout/moved-reference.ts'
import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type {
  NavigationReference,
  NavigationTarget,
  PageMove,
  SiteNavigation,
} from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import type { SitePages } from '../../layout/site-pages.ts'
import { valueAt } from '../../located/located-value.ts'
import type { Texts } from '../../located/read-script.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import type { FormatName } from '../../paths/format-name.ts'
import { isDocumentationFile } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import { listLines } from '../parts/list-lines.ts'
import { joined } from '../parts/navigation-reader.ts'

const DESCRIPTOR = /(?:^|\/)antora\.ya?ml$/
const FORMATS: readonly FormatName[] = ['asciidoc']
/** How deep files of the navigation include each other. */
const DEEPEST = 5
const ITEM = /^[ \t]*([*.-]+)[ \t]/

/** https://docs.antora.org/antora/latest/navigation: lists of cross references, and the start page of a component. */
export const navigationFiles: NavigationFiles = {
  names: [DESCRIPTOR],
  nameFiles: true,
  read,
  redirect,
}

function read({ map, texts, read }: NavigationSource): SiteNavigation {
  const parts: SiteNavigation[] = []
  for (const descriptor of texts.keys()) {
    if (!DESCRIPTOR.test(descriptor)) continue
    const root = read(descriptor)
    const start = valueAt(root, 'start_page')
    if (start?.kind === 'text') {
      // It counts from the start of the component, whose first module is ROOT.
      const from = joinPath(folderOf(descriptor), 'modules/ROOT/pages/index')
      const target = referenceTarget(start.value, from, map)
      const reference = { ...target, ...start, written: start.value, trail: [], isRedirect: false }
      parts.push({ references: [reference], computed: [] })
    }
    const list = valueAt(root, 'nav')
    const files =
      list?.kind === 'list'
        ? list.items.flatMap(({ value }) => (value.kind === 'text' ? [value.value] : []))
        : []
    for (const written of files) {
      const file = joinPath(folderOf(descriptor), written.replace(/^\.\//, ''))
      if (isDocumentationFile(file)) parts.push({ references: listed(file, texts, map), computed: [] })
    }
  }
  return joined(...parts)
}

/** The entries of one file, and of those that it includes. An entry goes with its line, unless it holds others. */
function listed(
  file: string,
  texts: Texts,
  map: SitePages,
  around: readonly string[] = [],
): NavigationReference[] {
  const text = texts.get(file)
  if (text === undefined || around.includes(file) || around.length > DEEPEST) return []
  const lines = listLines(file, text, (line) => ITEM.exec(line)?.[1]?.length)
  return formatOf(file, FORMATS)
    .links(file, text)
    .flatMap((link): NavigationReference[] => {
      if (link.kind !== 'internal') return []
      const { start, end, line } = link
      const written = text.slice(start, end)
      if (text.slice(0, start).endsWith('include::')) {
        const included = map.find(file, { target: written, kind: 'internal' })
        return included.kind === 'page' ? listed(included.file, texts, map, [...around, file]) : []
      }
      const trail = lines.get(line) ?? []
      return [{ ...referenceTarget(written, file, map), file, start, end, written, trail, isRedirect: false }]
    })
}

function referenceTarget(written: string, file: string, map: SitePages): NavigationTarget {
  const { path, suffix } = splitTarget(written)
  const found = map.find(file, { target: path, kind: 'internal' })
  return {
    page: found.kind === 'page' ? found.file : undefined,
    isDead: found.kind === 'missing',
    respell({ to, before }) {
      const now = movedPath({ map: before, home: file, to, written: path, as: 'page' })
      return now === undefined ? undefined : now + suffix
    },
  }
}

/** The page at its new place with its old name as an alias. */
function redirect({ before, from, to }: PageMove, page: string) {
  const moved = { map: before, home: to, written: '-', as: 'page' } as const
  const alias = movedPath({ ...moved, to: from })
  // Back at an earlier place, the page is no alias of itself.
  const text = alias === undefined ? undefined : withPageAlias(page, alias, referencePaths({ ...moved, to }))
  return text === undefined ? undefined : { file: to, text }
}
