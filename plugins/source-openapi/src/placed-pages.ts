import { posix } from 'node:path'
import type { Api } from './api-reader.ts'
import { normalizePath } from './description/file-path.ts'
import type { ApiPage } from './pages/api-pages.ts'
import { SCHEMA_LINK } from './schema/named-schemas.ts'

/** A page of an API among the files of the documentation. */
export interface PlacedPage {
  api: Api
  page: ApiPage
  /** Of the file that has it: made for it, or written by hand. */
  path: string
  /** Whether any file has it. */
  isShown: boolean
  /** All pages of the API, by their paths below its folder. */
  siblings: ReadonlyMap<string, PlacedPage>
}

/** Gives every page of an API its place in a folder; none is shown yet. */
export function placePages(api: Api, folder: string): PlacedPage[] {
  const siblings = new Map<string, PlacedPage>()
  for (const page of api.pages) {
    const path = page.path.startsWith('/') ? `${api.root}${page.path}` : `${folder}/${page.path}`
    // An operation of the tag "Schemas" may have the name of a schema: its page stays.
    const key = siblings.has(page.path) ? `${siblings.size} ${page.path}` : page.path
    siblings.set(key, { api, page, path: normalizePath(path), isShown: false, siblings })
  }
  return [...siblings.values()]
}

/** The pages that a page leads to. */
export function linkedPages({ page, siblings }: PlacedPage): PlacedPage[] {
  return [...page.body.matchAll(SCHEMA_LINK)].flatMap(([, , target = '']) => siblings.get(target) ?? [])
}

/** The text of a page, with links that lead from a file to the others. */
export function linkedBody({ page, path, siblings }: PlacedPage): string {
  return page.body.replace(SCHEMA_LINK, (_, name: string, target: string) => {
    const linked = siblings.get(target)
    if (linked?.isShown !== true) return name
    const relative = posix.relative(posix.dirname(path), linked.path)
    return `[${name}](${relative.startsWith('.') ? '' : './'}${relative})`
  })
}
