import { defined } from '../../basics/defined.ts'
import { isObject, objectOf } from '../../basics/records.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { folderOf } from '../../paths/folder.ts'

/** One version of a documentation component: a folder with an `antora.yml`. */
export interface AntoraComponent {
  folder: string
  name: string
  title: string
  /** '' for a component without versions. */
  version: string
  /** What readers see of the version. */
  displayVersion: string
  /** Files of the navigation, in their order. */
  navigation: readonly string[]
  /** As written, such as `module:page.adoc`. */
  startPage: string | undefined
  attributes: Readonly<Record<string, string>>
  /** The newest version that is no prerelease. */
  isLatest: boolean
}

/** What a playbook says of addresses and attributes, as far as it is in the repository. */
export interface AntoraPlaybook {
  /** How addresses of pages end: `.html`, or nothing. */
  extension: string
  /** In the place of the newest version in addresses; undefined for the version itself. */
  latestSegment: string | undefined
  /** As written, such as `component::page.adoc`. */
  startPage: string | undefined
  attributes: Readonly<Record<string, string>>
  /** Names of the attributes that components may change. */
  soft: ReadonlySet<string>
}

const DESCRIPTOR = /(?:^|\/)antora\.ya?ml$/
const PLAYBOOK = /(?:^|\/)(?:[\w-]{0,100}-)?antora(?:-[\w-]{0,100})?\.ya?ml$/
const MOST_COMPONENTS = 200

/** The components of a repository, the newest version of each first. */
export function readComponents({ texts }: LayoutSource): AntoraComponent[] {
  const found: (AntoraComponent & { isPrerelease: boolean })[] = []
  for (const [file, text] of texts) {
    if (!DESCRIPTOR.test(file) || found.length >= MOST_COMPONENTS) continue
    const descriptor = yamlRecord(text)
    if (typeof descriptor.name !== 'string') continue
    const { name, title, version: written, display_version: shown, nav, start_page: startPage } = descriptor
    const version = typeof written === 'string' || typeof written === 'number' ? String(written) : ''
    found.push({
      folder: folderOf(file),
      name,
      title: typeof title === 'string' ? title : name,
      version,
      displayVersion: typeof shown === 'string' || typeof shown === 'number' ? String(shown) : version,
      isLatest: false,
      isPrerelease: descriptor.prerelease !== undefined && descriptor.prerelease !== false,
      navigation: Array.isArray(nav) ? nav.filter((each) => typeof each === 'string') : [],
      startPage: typeof startPage === 'string' ? startPage : undefined,
      attributes: attributesOf(descriptor.asciidoc),
    })
  }
  found.sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }))
  return found.map((each) => {
    const same = found.filter(({ name }) => name === each.name)
    return { ...each, isLatest: each === (same.find(({ isPrerelease }) => !isPrerelease) ?? same[0]) }
  })
}

export function readPlaybook({ texts }: LayoutSource): AntoraPlaybook {
  for (const [file, text] of texts) {
    if (!PLAYBOOK.test(file) || DESCRIPTOR.test(file)) continue
    const { urls, asciidoc, site } = yamlRecord(text)
    const { html_extension_style: style, latest_version_segment: latest, ...more } = objectOf(urls)
    const { start_page: startPage, title, url } = objectOf(site)
    const strategy = more.latest_version_segment_strategy ?? 'replace'
    const isReplaced = typeof latest === 'string' && strategy === 'replace'
    return {
      extension: style === 'drop' || style === 'indexify' ? '' : '.html',
      latestSegment: isReplaced ? latest : undefined,
      startPage: typeof startPage === 'string' ? startPage : undefined,
      attributes: {
        ...defined({ 'site-title': textOf(title), 'site-url': textOf(url)?.replace(/\/$/, '') }),
        ...attributesOf(asciidoc),
      },
      soft: softNames(asciidoc),
    }
  }
  const none = { latestSegment: undefined, startPage: undefined }
  return { extension: '.html', attributes: {}, soft: new Set(), ...none }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function softNames(asciidoc: unknown): ReadonlySet<string> {
  const written = Object.entries(objectOf(objectOf(asciidoc).attributes))
  const soft = written.filter(
    ([name, value]) => name.endsWith('@') || /@$/.test(String(value)) || value === false,
  )
  return new Set(soft.map(([name]) => name.replace(/@$/, '').toLowerCase()))
}

/** An `@` at the end only lets pages change one; `name!` takes one away. */
function attributesOf(asciidoc: unknown): Record<string, string> {
  const attributes = isObject(asciidoc) ? asciidoc.attributes : undefined
  if (!isObject(attributes)) return {}
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (name.startsWith('!')) return [[`${name.slice(1).toLowerCase()}!`, '']]
    if (value === null || value === false || value === undefined) return [[`${name.toLowerCase()}!`, '']]
    const text = value === true ? '' : String(value)
    const isSoft = name.endsWith('@') || text.endsWith('@')
    return [[name.replace(/@$/, '').toLowerCase(), text.replace(/@$/, '') + (isSoft ? '@' : '')]]
  })
  return Object.fromEntries(entries)
}
