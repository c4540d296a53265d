import { linkKind } from './link.ts'
import { isDocumentationFile, normalizePagePath, normalizeSegments, pagePathOf } from './page-path.ts'

/** What a link points at within the site. */
export type ResolvedLink = PageTarget | FileTarget

export interface PageTarget {
  kind: 'page'
  /** Route path. */
  path: string
  /** Without `#`; '' when there is none. */
  anchor: string
}

export interface FileTarget {
  kind: 'file'
  /** Repository-relative, posix. */
  file: string
}

export interface ResolveLinkOptions {
  /** Documentation folder in the repository: targets that start with `/` begin there. */
  root?: string
  /** Path under which the site is served, such as `/docs`: there `/docs/x` means the page `/x`. */
  base?: string
}

const FILE_EXTENSION = /\.[a-z][a-z0-9]{0,7}$/i

/**
 * The page or file that a link in `file` points at; undefined for one that leaves the site. A relative target counts
 * from the folder of the file, and a target with an extension that is not a page's is a file.
 */
export function resolveLink(
  file: string,
  target: string,
  options: ResolveLinkOptions = {},
): ResolvedLink | undefined {
  if (linkKind(target) === 'external') return undefined
  const { path, suffix } = splitTarget(target)
  const anchor = decodeTarget(suffix.slice(suffix.indexOf('#') + 1 || suffix.length))
  if (path === '') return { kind: 'page', path: pagePathOf(file, options.root), anchor }
  const root = normalizeSegments(options.root ?? '')
  const folder = file.replaceAll('\\', '/').split('/').slice(0, -1).join('/')
  const decoded = decodeTarget(path)
  const whole = normalizeSegments(
    path.startsWith('/') ? `${root}/${withoutBase(decoded, options.base)}` : `${folder}/${decoded}`,
  )
  if (root !== '' && whole === root) return { kind: 'page', path: '/', anchor }
  if (isDocumentationFile(whole)) return { kind: 'page', path: pagePathOf(whole, root), anchor }
  if (FILE_EXTENSION.test(whole)) return { kind: 'file', file: whole }
  // Without its root a path is a route; normalizing once more would collapse nothing else.
  return { kind: 'page', path: normalizePagePath(pagePathOf(whole, root)), anchor }
}

/** A root-relative path as it counts from the top of the documentation; one that is not below the base as it is. */
export function withoutBase(path: string, base = ''): string {
  const prefix = normalizeSegments(base)
  if (prefix === '') return path
  if (path === `/${prefix}`) return '/'
  return path.startsWith(`/${prefix}/`) ? path.slice(prefix.length + 1) : path
}

/** A target's path, and the rest from its `?` or `#` on. */
export function splitTarget(target: string): { path: string; suffix: string } {
  const end = target.search(/[?#]/)
  return end < 0 ? { path: target, suffix: '' } : { path: target.slice(0, end), suffix: target.slice(end) }
}

/** Percent decoding; a malformed sequence is taken as written. */
export function decodeTarget(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    const decoded = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8')
    return decoded.includes('\ufffd') ? bytes : decoded
  })
}
