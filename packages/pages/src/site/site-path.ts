import { MARKDOWN_EXTENSION, normalizePagePath } from '@docent/content'

/** What a path below a site asks for. */
export type SiteRequest =
  | { kind: 'page'; path: string }
  /** The page as Markdown, for programs. */
  | { kind: 'markdown'; path: string }
  /** A picture of the repository, relative to the documentation folder. */
  | { kind: 'file'; file: string }
  | { kind: 'llms' | 'llms-full' | 'sitemap' | 'mcp' | 'skills'; section?: string }
  /** What agents load, by its name. */
  | { kind: 'skill'; name: string }

/** Where pictures are: no page of a site can be here, because pages have no folder that begins with an underscore. */
export const FILES = '_files'

/** Where skills for agents are, and the name of the file of each. */
export const SKILLS = '.well-known/agent-skills'
export const SKILL_FILE = `SKILL${MARKDOWN_EXTENSION}`

const FIXED: Readonly<Record<string, 'llms' | 'llms-full' | 'sitemap' | 'mcp' | 'skills'>> = {
  'llms.txt': 'llms',
  'llms-full.txt': 'llms-full',
  'sitemap.xml': 'sitemap',
  '.well-known/mcp': 'mcp',
  [`${SKILLS}/index.json`]: 'skills',
}

/** @param rest what follows the name of the site, decoded, without a leading slash */
export function readSitePath(rest: string): SiteRequest {
  const fixed = Object.hasOwn(FIXED, rest) ? FIXED[rest] : undefined
  if (fixed !== undefined) return { kind: fixed }
  if (rest.startsWith(`${SKILLS}/`) && rest.endsWith(`/${SKILL_FILE}`))
    return { kind: 'skill', name: rest.slice(SKILLS.length + 1, -SKILL_FILE.length - 1) }
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
