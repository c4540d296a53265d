import { pageExtension, withoutPageExtension } from './page-extension.ts'

/** True for the files of every format. */
export function isDocumentationFile(path: string): boolean {
  return pageExtension(path) !== ''
}

/** Texts that pages of Antora take in from beside them, of any kind: examples and partials. */
const OF_ANTORA = /(?:^|\/)modules\/[^/]+\/(?:partials|examples|pages\/_partials)\//
/** Blocks that pages of GitBook share. */
const OF_GITBOOK = /(?:^|\/)\.gitbook\/includes\/[^/]+\.md$/
const BOOK = /(?:^|\/)book\.toml$/
/** Texts that pages of mdBook take in from anywhere in their book: code, its output, and its configuration. */
const OF_MDBOOK =
  /\.(?:rs|toml|txt|console|sh|bash|ps1|c|h|cc|cpp|hpp|py|js|ts|json|ya?ml|html|css|sql|go|java|kt|rb|swift|proto|ini|cfg|conf|diff|patch)$/i

/**
 * Tells the files of a repository that are no pages and that pages may take their text from.
 *
 * @param files all of the repository, posix
 */
export function includableFiles(files: Iterable<string>): (file: string) => boolean {
  const books = [...files].filter((file) => BOOK.test(file)).map((file) => file.slice(0, -'book.toml'.length))
  return (file) =>
    OF_ANTORA.test(file) ||
    OF_GITBOOK.test(file) ||
    (OF_MDBOOK.test(file) && books.some((folder) => file.startsWith(folder)))
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
