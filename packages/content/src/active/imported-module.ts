import { ofGenerators } from '../generators/generators.ts'
import { folderOf } from '../paths/folder.ts'
import { isDocumentationFile, normalizeSegments } from '../paths/page-path.ts'

/** Files that are data, however a bundler takes them in. */
const DATA =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp4|webm|mp3|ogg|wav|pdf|json|jsonc|ya?ml|toml|csv|tsv|txt|css)$/i
/** Of tools whose sites have no generator of their own here, and modules that change nothing. */
const forPages = ofGenerators((all) => [
  /^(?:@rspress\/core\/theme|rspress\/theme|vocs\/components|react$|clsx$)/,
  ...all.flatMap(({ pageModules }) => pageModules ?? []),
])
/** Loaders that only read a file. */
const RAW = /^(?:!|-!|!!)?(?:raw-loader|url-loader|file-loader)!$/

/** What an import names: a path from the top of the repository or of the site, else as it is written. */
export function importedModule(file: string, written: string): string {
  const at = written.lastIndexOf('!')
  const [loader, path] = [written.slice(0, at + 1), written.slice(at + 1)]
  const alias = /^(?:@site|@|~)(?=\/)/.exec(path)
  if (alias !== null && !path.includes('..')) return `${loader}${path.slice(alias[0].length)}`
  if (!path.startsWith('.')) return written
  const inside = `${folderOf(file)}/${path}`
  return escapes(inside) ? written : `${loader}/${normalizeSegments(inside)}`
}

/** True for what an import may always take in: pages, images, data, and the components of a site generator. */
export function isInertModule(module: string): boolean {
  const at = module.lastIndexOf('!')
  const [loader, path] = [module.slice(0, at + 1), module.slice(at + 1)]
  if (loader !== '' && !RAW.test(loader)) return false
  if (loader === '' && forPages().some((modules) => modules.test(path))) return true
  const [name = '', query = ''] = path.split('?', 2)
  if (!name.startsWith('/') || name.split('/').includes('..')) return false
  if (/(?:^|\/)\.[^/]/.test(name)) return false
  if (loader !== '' || /^(?:raw|url)$/.test(query)) return true
  return query === '' && (isDocumentationFile(name) || DATA.test(name))
}

/** True for a path that leads above the top of the repository. */
export function escapes(path: string): boolean {
  let depth = 0
  for (const segment of path.split('/')) {
    if (segment === '..') depth -= 1
    else if (segment !== '' && segment !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}
