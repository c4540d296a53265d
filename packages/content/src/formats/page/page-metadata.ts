import type { Frontmatter } from './frontmatter.ts'
import { isSet, said } from './said.ts'

/** What a page's frontmatter says about it, read leniently: authors write lists as text and numbers as versions. */
export interface PageMetadata {
  title?: string
  description?: string
  language?: string
  version?: string
  tags: string[]
  groups: string[]
  hidden: boolean
  draft: boolean
}

/**
 * Stands for groups that could not be read, because they or all of the frontmatter can't be: nobody belongs to it, so a
 * slip never opens a limited page to all.
 */
export const UNREADABLE_GROUP = 'docent:unreadable-groups'

export function pageMetadata(frontmatter: Frontmatter): PageMetadata {
  const { data } = frontmatter
  const metadata: PageMetadata = {
    tags: [...new Set([...list(data.tags), ...list(data.tag)])],
    groups: frontmatter.closesPage !== true ? groups(said(data, 'groups')) : [UNREADABLE_GROUP],
    hidden: isSet(said(data, 'hidden')),
    draft: isSet(said(data, 'draft')),
  }
  const title = text(data.title)
  const description = text(data.description)
  const language = [data.language, data.lang, data.locale].map(text).find(isLanguage)
  const version = text(data.version)
  if (title !== undefined) metadata.title = title
  if (description !== undefined) metadata.description = description
  if (language !== undefined) metadata.language = language
  if (version !== undefined) metadata.version = version
  return metadata
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** False for `Java`, `go`, and what else pages call the language that they are about. */
function isLanguage(tag: string | undefined): tag is string {
  const [primary = ''] = tag?.split(/[-_]/) ?? []
  return /^[a-z]{2,3}$/i.test(primary) && LANGUAGES.of(primary) !== undefined
}

/** What the navigation calls a page that has a shorter title for it. */
export function shortTitleOf(frontmatter: Readonly<Record<string, unknown>>): string | undefined {
  const { sidebar } = frontmatter
  const label = typeof sidebar === 'object' && sidebar !== null ? Reflect.get(sidebar, 'label') : undefined
  return text(frontmatter.sidebarTitle) ?? text(frontmatter.sidebar_label) ?? text(label)
}

/** A title from a file's path: `guides/getting-started.mdx` is "Getting started". */
export function titleFromPath(pagePath: string): string {
  const name = pagePath.slice(pagePath.lastIndexOf('/') + 1)
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words === '' ? 'Home' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function list(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  return items.map(text).filter((item) => item !== undefined)
}

function groups(value: unknown): string[] {
  const names = list(value)
  const none =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return names.length === 0 && !none ? [UNREADABLE_GROUP] : names
}
