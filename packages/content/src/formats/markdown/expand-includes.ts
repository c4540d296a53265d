import { isDocumentationFile, normalizeSegments } from '../../paths/page-path.ts'
import { readFrontmatter } from '../page/frontmatter.ts'
import { type Include, pathFrom } from '../page/include.ts'
import { includedLines } from './included-lines.ts'
import { importedIncludes } from './modules/imported-files.ts'

const SNIPPET_TAG = /<Snippet(?:\s[^<>]*)?\/>/g
const SNIPPET = /^<Snippet\s+file=["']([^"'\n]+)["']\s*\/>$/
/** Reusable content of GitBook: https://gitbook.com/docs/creating-content/reusable-content. */
const LIQUID = /\{%[ \t]*include[ \t]+["']([^"'\n]+)["'][ \t]*%\}/g
/** https://rust-lang.github.io/mdBook/format/mdbook.html#including-files; a backslash makes it a text. */
const BRACES =
  /(?<!\\)\{\{[ \t]*#(include|rustdoc_include|playground)[ \t]+([^\s{}:]+)(?=[\s:}])(:[^\s{}]*)?(?=[\s}])([^{}\n]*)\}\}/g
const DEEPEST = 5
/** Of all includes of one page together: files that include each other by the thousand multiply. */
const MOST_CHARACTERS = 2_000_000
const MOST_INCLUDES = 2_000

/** Where included files begin: targets with a leading slash count from here. */
export interface IncludeOptions {
  /** Folder of the site, repository-relative; default ''. */
  root?: string
  /** Folder that `@site/` stands for. Default: `root`. */
  siteFolder?: string
  /** How targets may begin, and the folders that this stands for; each ends with a slash on the left alone. */
  importPaths?: ReadonlyMap<string, string>
  /** Includes of the site's own kind, which count before others in the same place. */
  includes?(path: string, source: string): Include[]
}

/** The files that a page may take texts from (only what exists counts): repository-relative, each once. */
export function includeCandidates(file: string, source: string, options: IncludeOptions = {}): string[] {
  return [...new Set(findIncludes(file, source, options).flatMap(({ candidates }) => candidates))]
}

/**
 * A page's text with the texts of imported files (`import X from '/snippets/x.mdx'` and `<X />`), of
 * `<Snippet file="x.mdx" />`, and of `{{#include ./x.rs:part}}` in their places, and what
 * the site includes in its own ways, also of those that these include.
 * What `read` does not know stays as it is: `includedTexts` gives what every reader of the page may see. Beyond 2,000
 * includes or two million included characters, the rest of the page stays as it is.
 */
export function expandIncludes(
  file: string,
  source: string,
  read: (file: string) => string | undefined,
  options: IncludeOptions = {},
): string {
  const budget = { characters: MOST_CHARACTERS, includes: MOST_INCLUDES }
  return expand(file, source, { read, options, budget }, [file])
}

interface Expansion {
  read(file: string): string | undefined
  options: IncludeOptions
  /** What is left for further includes. */
  budget: { characters: number; includes: number }
}

function expand(file: string, source: string, expansion: Expansion, around: readonly string[]): string {
  const { read, options, budget } = expansion
  let text = ''
  let at = 0
  for (const { start, end, candidates, select, inPlace } of findIncludes(file, source, options)) {
    if (budget.includes <= 0 || budget.characters <= 0) break
    const found = candidates.find((candidate) => read(candidate) !== undefined)
    // A file that includes itself, directly or not, would never end.
    if (start < at || found === undefined || around.includes(found) || around.length > DEEPEST) continue
    const whole = read(found) ?? ''
    const included = select?.(whole) ?? whole
    budget.includes -= 1
    budget.characters -= included.length
    if (budget.characters < 0) break
    if (inPlace !== undefined) {
      const inner = isDocumentationFile(found)
        ? expand(found, included, expansion, [...around, found])
        : included
      text += source.slice(at, start) + inPlace(inner)
      at = end
      continue
    }
    const frontmatter = readFrontmatter(included)
    const inner = expand(found, included.slice(frontmatter.bodyStart), expansion, [...around, found])
    text += `${source.slice(at, start)}\n\n${inner.trim()}\n\n`
    at = end
  }
  return at === 0 ? source : text + source.slice(at)
}

/** What a text takes in, in its order, in one pass for each kind. */
export function findIncludes(file: string, source: string, options: IncludeOptions): Include[] {
  const { root = '', siteFolder = root, importPaths = new Map<string, string>() } = options
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
  const inSite = (path: string) => normalizeSegments(`${root}/${path}`)
  const resolve = (target: string): string[] => {
    if (target.startsWith('.')) return [pathFrom(folder, target)]
    if (target.startsWith('@site/')) return [pathFrom(siteFolder, target.slice('@site/'.length))]
    for (const [start, stands] of importPaths)
      if (target.startsWith(start)) return [pathFrom(stands, target.slice(start.length))]
    const alias = target.replace(/^[@~]\//, '')
    return [inSite(alias), normalizeSegments(`${folder}/${target}`)]
  }
  const includes: Include[] = options.includes?.(file, source) ?? []
  const add = (match: RegExpExecArray, candidates: readonly string[], more: { isShared?: boolean } = {}) => {
    const files = candidates.filter(isDocumentationFile)
    if (files.length > 0)
      includes.push({ start: match.index, end: match.index + match[0].length, candidates: files, ...more })
  }
  includes.push(...importedIncludes(source, resolve))
  for (const match of source.includes('<Snippet') ? source.matchAll(SNIPPET_TAG) : []) {
    const snippet = SNIPPET.exec(match[0])?.[1]
    if (snippet !== undefined)
      add(match, [inSite(`snippets/${snippet}`), inSite(`_snippets/${snippet}`), inSite(snippet)])
  }
  for (const match of source.includes('{%') ? source.matchAll(LIQUID) : [])
    add(match, resolve(match[1] ?? ''), { isShared: true })
  if (source.includes('{{'))
    for (const match of source.matchAll(BRACES)) {
      const [whole, kind, target = '', part = '', terms = ''] = match
      const inPlace = (text: string) => {
        const shown = includedLines(text, part.slice(1)).trimEnd()
        return kind === 'playground'
          ? `\`\`\`${['rust', ...terms.split(/[,\s]+/)].filter(Boolean).join(',')}\n${shown}\n\`\`\``
          : shown
      }
      const candidates = [pathFrom(folder, target)]
      includes.push({ start: match.index, end: match.index + whole.length, candidates, inPlace })
    }
  return includes.sort((one, other) => one.start - other.start)
}
