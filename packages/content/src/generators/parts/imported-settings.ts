import { folderOf, joinPath } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'

const IMPORT = /\b(?:from|import|require\()[ \t]*['"](\.[^'"\n]{1,300})['"]/g
const ENDS = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

/** The files that a configuration imports by a relative path: parts of it may be in them. */
export function importedSettings(file: string, text: string, files: readonly string[]): string[] {
  const known = new Set(files)
  return [...text.matchAll(IMPORT)].flatMap(([, written = '']) => {
    const path = normalizeSegments(joinPath(folderOf(file), written))
    const stem = path.replace(/\.[cm]?[jt]s$/, '')
    return [path, ...ENDS.map((end) => stem + end)].find((each) => known.has(each)) ?? []
  })
}
