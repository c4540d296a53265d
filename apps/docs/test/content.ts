import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDocumentationFile, pagePathOf, parseNavigation, parsePage, type Site } from '@docent/content'

const folder = fileURLToPath(new URL('../content', import.meta.url))

/** File path relative to the content folder, posix → source. */
export const files: ReadonlyMap<string, string> = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
)

/** The documentation files among them. */
export const pages: readonly string[] = [...files.keys()].filter(isDocumentationFile)

/** @throws when there is no such file. */
export function sourceOf(file: string): string {
  const source = files.get(file)
  if (source === undefined) throw new Error(`There is no ${file} in apps/docs/content.`)
  return source
}

export const navigation: ReturnType<typeof parseNavigation> = parseNavigation(sourceOf('docs.json'))

const anchors = new Map(
  pages.map((file) => [pagePathOf(file), parsePage(file, sourceOf(file)).anchors] as const),
)
const redirects = new Set(navigation.redirects.map(({ source }) => source))

/** What the checks must know about the site. */
export const site: Site = {
  hasPage: (path) => anchors.has(path) || redirects.has(path),
  hasFile: (file) => files.has(file),
  anchors: (path) => anchors.get(path),
}
