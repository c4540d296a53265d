import { MARKDOWN_EXTENSION, normalizePagePath } from '@docent/content'

/** What a path below a site asks for. */
export type SiteRequest =
  | { kind: 'page'; path: string }
  /** The page as Markdown, for programs. */
  | { kind: 'markdown'; path: string }
  /** A picture of the repository, relative to the documentation folder. */
  | { kind: 'file'; file: string }
  | { kind: 'llms' | 'llms-full' | 'sitemap' | 'mcp'; section?: string }

/** Where pictures are: no page of a site can be here, because pages have no folder that begins with an underscore. */
export const FILES = '_files'

const FIXED: Readonly<Record<string, 'llms' | 'llms-full' | 'sitemap' | 'mcp'>> = {
  'llms.txt': 'llms',
  'llms-full.txt': 'llms-full',
  'sitemap.xml': 'sitemap',
  '.well-known/mcp': 'mcp',
}

/** @param rest what follows the name of the site, decoded, without a leading slash */
export function readSitePath(rest: string): SiteRequest {
  const fixed = Object.hasOwn(FIXED, rest) ? FIXED[rest] : undefined
  if (fixed !== undefined) return { kind: fixed }
  const [, section] = /^([^/]+)\/llms\.txt$/.exec(rest) ?? []
  if (section !== undefined) return { kind: 'llms', section }
  if (rest.startsWith(`${FILES}/`)) return { kind: 'file', file: rest.slice(FILES.length + 1) }
  if (rest.endsWith(MARKDOWN_EXTENSION))
    return { kind: 'markdown', path: normalizePagePath(rest.slice(0, -MARKDOWN_EXTENSION.length)) }
  return { kind: 'page', path: normalizePagePath(rest) }
}

/** The address of a page below its site, such as `/site/handbook`. */
export function sitePath(base: string, path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return path === '/' ? `${base}/` : `${base}${encoded}`
}

export function markdownPath(base: string, path: string): string {
  return `${path === '/' ? `${base}/index` : sitePath(base, path)}${MARKDOWN_EXTENSION}`
}

export function filePath(base: string, file: string): string {
  return `${base}/${FILES}/${file.split('/').map(encodeURIComponent).join('/')}`
}
