import { isInFormats } from '../formats/formats.ts'
import { LineIndex } from '../located/line-index.ts'
import { below, folderOf, joinPath } from '../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../paths/format-name.ts'
import { normalizeSegments } from '../paths/page-path.ts'
import { relativePath } from '../paths/relative-path.ts'
import type { SiteMap } from './site-map.ts'

/** A Markdown file that an MDX page takes in by `import`. */
export interface PageImport {
  /** As written, and where it stands. */
  path: string
  start: number
  end: number
  /** From 1. */
  line: number
  file: string
}

const IMPORT = /^(import\b[^'"\r\n]*['"])([^'"\r\n]+)(?=['"])/gim

/** The files of the repository that a page imports, as far as they are Markdown. */
export function pageImports(source: string, page: string, map: SiteMap): PageImport[] {
  const imports: PageImport[] = []
  let lines: LineIndex | undefined
  for (const { 1: opening = '', 2: path = '', index } of source.matchAll(IMPORT)) {
    if (!isInFormats(path, MARKDOWN_FORMATS)) continue
    const file = placesOf(path, page, map).find((each) => map.hasFile(each))
    if (file === undefined) continue
    const start = index + opening.length
    lines ??= new LineIndex(source)
    const { line } = lines.at(start)
    imports.push({ path, start, end: start + path.length, line, file })
  }
  return imports
}

/** The path of an import in the style it had, after the file moved; undefined where it has none. */
export function movedImport(
  { path, file }: PageImport,
  page: string,
  to: string,
  map: SiteMap,
): string | undefined {
  const folder = foldersOf(path, page, map).find((each) => placeIn(each, path) === file)
  if (path.startsWith('.')) {
    const written = relativePath(page, to, path)
    return written.startsWith('.') ? written : `./${written}`
  }
  const inside = folder === undefined ? undefined : below(folder, to)
  return inside === undefined ? undefined : `${path.startsWith('@site/') ? '@site/' : '/'}${inside}`
}

function placesOf(path: string, page: string, map: SiteMap): string[] {
  if (path.startsWith('.')) return [normalizeSegments(`${folderOf(page)}/${path}`)]
  return foldersOf(path, page, map).map((folder) => placeIn(folder, path))
}

function foldersOf(path: string, page: string, map: SiteMap): readonly string[] {
  if (path.startsWith('@site/')) return [map.siteFolder]
  return path.startsWith('/') ? map.fileFolders(page) : []
}

function placeIn(folder: string, path: string): string {
  return joinPath(folder, path.replace(/^(?:@site)?\/+/, ''))
}
