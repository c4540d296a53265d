import { isObject } from '../../basics/records.ts'
import type { LayoutSource } from '../../layout/site-layout.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { folderOf } from '../../paths/folder.ts'

/** One version of a documentation component: a folder with an `antora.yml`. */
export interface AntoraComponent {
  folder: string
  name: string
  /** '' for a component without versions. */
  version: string
  /** Files of the navigation, in their order. */
  navigation: readonly string[]
  /** As written, such as `module:page.adoc`. */
  startPage: string | undefined
  attributes: Readonly<Record<string, string>>
}

/** What a playbook says of addresses and attributes, as far as it is in the repository. */
export interface AntoraPlaybook {
  /** How addresses of pages end: `.html`, or nothing. */
  extension: string
  attributes: Readonly<Record<string, string>>
}

const DESCRIPTOR = /(?:^|\/)antora\.ya?ml$/
const PLAYBOOK = /(?:^|\/)(?:[\w-]{0,100}-)?antora(?:-[\w-]{0,100})?\.ya?ml$/
const MOST_COMPONENTS = 200

/** The components of a repository, the newest version of each first. */
export function readComponents({ texts }: LayoutSource): AntoraComponent[] {
  const found: AntoraComponent[] = []
  for (const [file, text] of texts) {
    if (!DESCRIPTOR.test(file) || found.length >= MOST_COMPONENTS) continue
    const descriptor = yamlRecord(text)
    if (typeof descriptor.name !== 'string') continue
    const { name, version, nav, start_page: startPage } = descriptor
    found.push({
      folder: folderOf(file),
      name,
      version: typeof version === 'string' || typeof version === 'number' ? String(version) : '',
      navigation: Array.isArray(nav) ? nav.filter((each) => typeof each === 'string') : [],
      startPage: typeof startPage === 'string' ? startPage : undefined,
      attributes: attributesOf(descriptor.asciidoc),
    })
  }
  return found.sort((one, other) => other.version.localeCompare(one.version, 'en', { numeric: true }))
}

export function readPlaybook({ texts }: LayoutSource): AntoraPlaybook {
  for (const [file, text] of texts) {
    if (!PLAYBOOK.test(file) || DESCRIPTOR.test(file)) continue
    const { urls, asciidoc } = yamlRecord(text)
    const style = isObject(urls) ? urls.html_extension_style : undefined
    return {
      extension: style === 'drop' || style === 'indexify' ? '' : '.html',
      attributes: attributesOf(asciidoc),
    }
  }
  return { extension: '.html', attributes: {} }
}

/** Those that are set; an `@` at the end only lets pages change one. */
function attributesOf(asciidoc: unknown): Record<string, string> {
  const attributes = isObject(asciidoc) ? asciidoc.attributes : undefined
  if (!isObject(attributes)) return {}
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === false || value === undefined || name.startsWith('!')) return []
    const text = value === true ? '' : String(value)
    return [[name.replace(/@$/, '').toLowerCase(), text.replace(/@$/, '')]]
  })
  return Object.fromEntries(entries)
}
