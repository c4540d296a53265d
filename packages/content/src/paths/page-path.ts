import { pageExtension, withoutPageExtension } from './page-extension.ts'

/** True for the files of every format. */
export function isDocumentationFile(path: string): boolean {
  return pageExtension(path) !== ''
}

/**
 * The route path of a documentation file: `docs/guides/index.mdx` under root `docs` is `/guides`.
 * A file outside `root` keeps its whole path.
 */
export function pagePathOf(file: string, root = ''): string {
  const path = normalizeSegments(file)
  const base = normalizeSegments(root)
  const inside = base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
  return normalizePagePath(withoutPageExtension(inside))
}

/** A route path in its one form: leading slash, no trailing slash, no `.`, `..` or `index` at its end. */
export function normalizePagePath(path: string): string {
  const segments = normalizeSegments(path)
  if (segments === 'index') return '/'
  return `/${segments.endsWith('/index') ? segments.slice(0, -'/index'.length) : segments}`
}

/** Posix segments without leading slash, `.` and `..` resolved; `..` above the top is dropped. */
export function normalizeSegments(path: string): string {
  const segments: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}
