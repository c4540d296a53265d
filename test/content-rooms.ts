import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'

/**
 * Each folder as one file with the relative imports of its files, for `circlesOf`.
 *
 * @param depth of the folders, from the root of the repository; deeper ones are part of them
 */
export function foldersOf(files: readonly SourceFile[], depth = Number.POSITIVE_INFINITY): SourceFile[] {
  const folderOf = (path: string) => posix.dirname(path).split('/').slice(0, depth).join('/')
  const folders = new Map<string, SourceFile>()
  for (const { path, imports } of files) {
    const folder = folderOf(path)
    const known = folders.get(folder) ?? { path: `${folder}/*`, text: '', isTest: false, imports: [] }
    folders.set(folder, known)
    for (const each of imports) {
      if (!each.specifier.startsWith('.')) continue
      const other = folderOf(posix.join(posix.dirname(path), each.specifier))
      if (other !== folder) known.imports.push({ ...each, specifier: `./${posix.relative(folder, other)}/*` })
    }
  }
  return [...folders.values()]
}

const GENERATORS = 'packages/content/src/generators/'
/** What generators share has no name of one. */
const SHARED = 'parts'

/** Names of the folders of site generators. */
export function generatorNames(files: readonly SourceFile[]): string[] {
  const names = files.flatMap(({ path }) => {
    const [name, ...rest] = path.startsWith(GENERATORS) ? path.slice(GENERATORS.length).split('/') : []
    return name === undefined || name === SHARED || rest.length === 0 ? [] : [name]
  })
  return [...new Set(names)].sort()
}

/** Names of generators in the code of other folders; comments may name them, and so does the list of all. */
export function namesOutside(files: readonly SourceFile[]): string[] {
  const names = generatorNames(files)
  return files.flatMap(({ path, text }) => {
    if (path === `${GENERATORS}generators.ts`) return []
    // The index of a package exports from wherever a name is.
    const own = path.endsWith('/src/index.ts') ? text.replace(/ from '[^']*'/g, '') : text
    const code = own.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
    return names
      .filter((name) => !path.startsWith(`${GENERATORS}${name}/`) && code.toLowerCase().includes(name))
      .map((name) => `${path}: ${name}`)
  })
}
