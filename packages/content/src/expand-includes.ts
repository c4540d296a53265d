import { readFrontmatter } from './frontmatter.ts'
import { pageMetadata, UNREADABLE_GROUP } from './page-metadata.ts'
import { isDocumentationFile, normalizeSegments } from './page-path.ts'

const IMPORT = /^[ \t]*import\s+([A-Za-z_$][\w$]*)\s+from\s+["']([^"'\n]+\.mdx?)["'][ \t]*;?[ \t]*$/gm
const SNIPPET = /<Snippet\s+file=["']([^"'\n]+)["']\s*\/>/g
/** https://vitepress.dev/guide/markdown#markdown-file-inclusion, without its ranges of lines. */
const COMMENT = /<!--\s*@include:\s*([^\s{]+\.md)\S*\s*-->/g
const DEEPEST = 5
const LONGEST = 2_000_000

interface Include {
  /** In the including text. */
  start: number
  end: number
  /** Files that may be meant, the likeliest first. */
  candidates: readonly string[]
}

/** Where included files begin: targets with a leading slash count from here. */
export interface IncludeOptions {
  /** Folder of the site, repository-relative; default ''. */
  root?: string
}

/** The files that a page may take texts from (only what exists counts): repository-relative, each once. */
export function includeCandidates(file: string, source: string, options: IncludeOptions = {}): string[] {
  return [...new Set(findIncludes(file, source, options).flatMap(({ candidates }) => candidates))]
}

/**
 * A page's text with the texts of imported MDX files (`import X from '/snippets/x.mdx'` and `<X />`), of
 * `<Snippet file="x.mdx" />`, and of `<!--@include: ./x.md-->` in their places, also of those that these include.
 * What `read` does not know stays as it is, and so does what is limited to groups that not every reader of the page
 * has: a snippet for some is never shown to others by a page that includes it.
 */
export function expandIncludes(
  file: string,
  source: string,
  read: (file: string) => string | undefined,
  options: IncludeOptions = {},
): string {
  return expand(file, source, read, { ...options, readers: groupsOf(source) }, [file])
}

function expand(
  file: string,
  source: string,
  read: (file: string) => string | undefined,
  options: IncludeOptions & { readers: readonly string[] },
  around: readonly string[],
): string {
  let text = ''
  let at = 0
  for (const { start, end, candidates } of findIncludes(file, source, options)) {
    const found = candidates.find((candidate) => read(candidate) !== undefined)
    // A file that includes itself, directly or not, would never end.
    if (start < at || found === undefined || around.includes(found) || around.length > DEEPEST) continue
    const included = read(found) ?? ''
    const frontmatter = readFrontmatter(included)
    if (!mayAllSee(options.readers, pageMetadata(frontmatter).groups)) continue
    const inner = expand(found, included.slice(frontmatter.bodyStart), read, options, [...around, found])
    if (text.length + inner.length > LONGEST) break
    text += `${source.slice(at, start)}\n\n${inner.trim()}\n\n`
    at = end
  }
  return at === 0 ? source : text + source.slice(at)
}

function groupsOf(source: string): readonly string[] {
  return pageMetadata(readFrontmatter(source)).groups
}

/** @param readers groups of the page around; none when everyone reads it */
function mayAllSee(readers: readonly string[], groups: readonly string[]): boolean {
  if (groups.length === 0) return true
  return readers.length > 0 && readers.every((group) => group !== UNREADABLE_GROUP && groups.includes(group))
}

function findIncludes(file: string, source: string, { root = '' }: IncludeOptions): Include[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
  const inSite = (path: string) => normalizeSegments(`${root}/${path}`)
  const resolve = (target: string): string[] => {
    if (target.startsWith('.')) return [normalizeSegments(`${folder}/${target}`)]
    const alias = target.replace(/^(?:@site|@|~)\//, '')
    return [inSite(alias), normalizeSegments(`${folder}/${target}`)]
  }
  const includes: Include[] = []
  if (source.includes('import')) {
    for (const [, name = '', target = ''] of source.matchAll(IMPORT)) {
      const tag = new RegExp(`<${name.replaceAll('$', '\\$')}(?:\\s[^<>]*)?/>`, 'g')
      for (const match of source.matchAll(tag)) includes.push(place(match, resolve(target)))
    }
  }
  for (const match of source.matchAll(SNIPPET)) {
    const target = match[1] ?? ''
    includes.push(place(match, [inSite(`snippets/${target}`), inSite(`_snippets/${target}`), inSite(target)]))
  }
  for (const match of source.matchAll(COMMENT)) includes.push(place(match, resolve(match[1] ?? '')))
  return includes
    .map((include) => ({ ...include, candidates: include.candidates.filter(isDocumentationFile) }))
    .sort((one, other) => one.start - other.start)
}

function place(match: RegExpExecArray, candidates: readonly string[]): Include {
  return { start: match.index, end: match.index + match[0].length, candidates }
}
