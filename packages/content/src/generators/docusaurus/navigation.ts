import type { NavigationFiles } from '../../layout/navigation-files.ts'
import type { NavigationTarget, SiteNavigation } from '../../layout/navigation-reference.ts'
import type { NavigationSource } from '../../layout/navigation-source.ts'
import { type LocatedRecord, textAt, valueAt, valuesUnder } from '../../located/located-value.ts'
import { below, folderOf } from '../../paths/folder.ts'
import { joined, type NavigationRules, readItems } from '../parts/navigation-reader.ts'
import { routeTarget } from '../parts/route-target.ts'
import { type DocusaurusSite, readDocusaurus } from './docs-plugins.ts'
import { documentId } from './document.ts'

/** The documents of one version of a docs plugin by their names. */
interface Documents {
  folder: string
  byId: ReadonlyMap<string, string>
}

/**
 * https://docusaurus.io/docs/sidebar: sidebars of every docs plugin and version, `_category_` files, and the links of
 * the configuration (`navbar`, `footer`, redirects).
 */
export const navigationFiles: NavigationFiles = {
  names: [/(?:^|\/)sidebars\.(?:[cm]?[jt]s|json)$/],
  read,
}

function read(source: NavigationSource): SiteNavigation {
  const { map, texts, read } = source
  const files = new Set([...texts.keys(), ...map.pages])
  const site = readDocusaurus({ files: [...files], texts })
  if (site === undefined) return joined()
  const parts: SiteNavigation[] = []
  for (const { versions } of site.plugins) {
    for (const version of versions) {
      const documents = documentsOf(source, version.folder)
      const file = texts.has(version.sidebars ?? '') ? version.sidebars : undefined
      const root = file === undefined ? undefined : read(file)
      if (root?.kind === 'record') {
        for (const { value } of root.entries)
          parts.push(readItems(value, sidebarRules(source, documents, version.name), undefined))
      } else if (file !== undefined && (texts.get(file) ?? '').trim() !== '')
        parts.push({ references: [], computed: [{ file, start: 0, end: texts.get(file)?.length ?? 0 }] })
      parts.push(categories(source, documents))
    }
  }
  return joined(...parts, configuration(source, site))
}

function documentsOf({ map }: NavigationSource, folder: string): Documents {
  const byId = new Map<string, string>()
  for (const page of map.pages) {
    const inside = below(folder, page)
    if (inside === undefined) continue
    byId.set(documentId(inside, map.frontmatterOf(page)), page)
  }
  return { folder, byId }
}

function sidebarRules(
  { map }: NavigationSource,
  documents: Documents,
  version: string | undefined,
): NavigationRules<undefined> {
  return {
    pageKeys(record) {
      const type = textAt(record, 'type')
      if (type === 'link') return ['href']
      return type === 'doc' || type === 'ref' ? ['id'] : []
    },
    itemKeys(record) {
      if (textAt(record, 'type') === undefined) return 'all'
      return ['items', 'link']
    },
    target(written, key) {
      if (key === 'href') return routeTarget(map, written)
      return isWord(key) ? documentTarget(written, documents, version) : undefined
    },
  }
}

/** A text that stands alone, or is the value of a title, names a document; other properties of an item do not. */
function isWord(key: string | undefined): boolean {
  return key === undefined || key === 'id' || key === 'docId' || !['type', 'label', 'value'].includes(key)
}

function documentTarget(
  written: string,
  { folder, byId }: Documents,
  version?: string,
): NavigationTarget | undefined {
  // Older versioned sidebars name documents with their version.
  const prefix =
    version !== undefined && written.startsWith(`version-${version}/`) ? `version-${version}/` : ''
  const page = byId.get(written.slice(prefix.length))
  return {
    page,
    isDead: page === undefined,
    respell({ to, frontmatter }) {
      const inside = below(folder, to)
      return inside === undefined ? undefined : prefix + documentId(inside, frontmatter)
    },
  }
}

/** `_category_.json` and `_category_.yml` with a link to a document, by its name or the end of it. */
function categories({ texts, read }: NavigationSource, documents: Documents): SiteNavigation {
  const files = [...texts.keys()].filter(
    (file) => /(?:^|\/)_category_\.(?:json|ya?ml)$/.test(file) && below(documents.folder, file) !== undefined,
  )
  return joined(
    ...files.map((file) => {
      const root = read(file)
      const link = valueAt(root, 'link')
      if (root?.kind !== 'record' || textAt(link, 'type') !== 'doc') return joined()
      const rules: NavigationRules<undefined> = {
        pageKeys: () => ['id'],
        itemKeys: () => ['link'],
        target: (written) => localTarget(written, folderOf(file), documents),
      }
      return readItems(root, rules, undefined)
    }),
  )
}

/** In a category a document of the same folder may go by the end of its name. */
function localTarget(written: string, folder: string, documents: Documents): NavigationTarget | undefined {
  const whole = documentTarget(written, documents)
  const local = [...documents.byId].find(
    ([id, page]) => folderOf(page) === folder && id.slice(id.lastIndexOf('/') + 1) === written,
  )
  if (local === undefined) return whole
  return {
    page: local[1],
    isDead: false,
    respell(move) {
      const id = whole?.respell(move)
      return id !== undefined && folderOf(move.to) === folder ? id.slice(id.lastIndexOf('/') + 1) : id
    },
  }
}

/** Items of the navigation bar and the footer, and redirects. */
function configuration(source: NavigationSource, site: DocusaurusSite): SiteNavigation {
  const { map, read } = source
  const root = read(site.config)
  const documents = new Map(
    site.plugins.map(({ id, versions }) => [id, documentsOf(source, versions[0]?.folder ?? '')]),
  )
  const links: NavigationRules<string> = {
    pageKeys: (record: LocatedRecord) => (textAt(record, 'docId') === undefined ? ['to', 'href'] : ['docId']),
    itemKeys: () => ['items', 'links'],
    inside: (record) => textAt(record, 'docsPluginId')?.replace(/^default$/, '') ?? '',
    target(written, key, plugin) {
      if (key !== 'docId') return key === undefined ? undefined : routeTarget(map, written)
      const known = documents.get(plugin)
      return known && documentTarget(written, known)
    },
  }
  const menus = { ...links, isMenu: true }
  const redirects: NavigationRules<string> = { ...links, pageKeys: () => ['to'], isRedirect: true }
  return joined(
    ...['navbar', 'footer'].flatMap((key) =>
      valuesUnder(root, key).map((part) => readItems(part, menus, '')),
    ),
    ...valuesUnder(root, 'redirects').map((part) => readItems(part, redirects, '')),
  )
}
