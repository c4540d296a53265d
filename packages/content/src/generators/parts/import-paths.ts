import type { LayoutSource } from '../../layout/site-layout.ts'
import { textAt, valueAt } from '../../located/located-value.ts'
import { readScript } from '../../located/read-script.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { normalizeSegments } from '../../paths/page-path.ts'

const NAMES = ['tsconfig.json', 'jsconfig.json']

/** The file beside a configuration that gives imports names of their own. */
export function importPathFiles(config: string, files: readonly string[]): string[] {
  const known = new Set(files)
  return NAMES.map((name) => joinPath(folderOf(config), name)).filter((path) => known.has(path))
}

/**
 * How imports of pages may begin, such as `@parts/`, and the folders that this stands for.
 *
 * @param folder of the site
 * @see https://www.typescriptlang.org/tsconfig/#paths
 */
export function importPaths({ texts }: LayoutSource, folder: string): ReadonlyMap<string, string> {
  const file = NAMES.map((name) => joinPath(folder, name)).find((path) => texts.has(path))
  const options =
    file === undefined ? undefined : valueAt(readScript(file, texts.get(file) ?? ''), 'compilerOptions')
  const base = joinPath(folder, textAt(options, 'baseUrl') ?? '')
  const paths = valueAt(options, 'paths')
  const entries = paths?.kind === 'record' ? paths.entries : []
  return new Map(
    entries.flatMap(({ key, value }): [string, string][] => {
      const first = value.kind === 'list' ? value.items[0]?.value : undefined
      if (!key?.endsWith('/*') || first?.kind !== 'text' || !first.value.endsWith('/*')) return []
      return [[key.slice(0, -1), normalizeSegments(joinPath(base, first.value.slice(0, -2)))]]
    }),
  )
}
