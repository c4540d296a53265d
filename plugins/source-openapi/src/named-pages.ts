import { contentHash, formatOf, isDocumentationFile } from '@docent/content'
import type { CallOptions, SourceFile } from '@docent/core/plugin'
import { normalizePath } from './description/file-path.ts'
import { linkedBody, type PlacedPage } from './placed-pages.ts'

/**
 * `openapi: POST /users` or `openapi-schema: User`, or with the file before it: the page of an operation or schema,
 * written by hand.
 */
const NAMED = /^openapi(-schema)?:[ \t]{0,100}(\S[^\r\n]{0,2000})$/im
const DESCRIPTION = /^(\S{1,1000}\.(?:json|ya?ml))\s{1,100}(?=\S)/
const FRONTMATTER = /^\ufeff?---\r?\n[\s\S]*?\n---/
/** Longest frontmatter, bytes. */
const LONGEST_HEAD = 65_536

/** Which pages the files name: these are shown there. */
export async function namedPages(
  files: readonly SourceFile[],
  pages: readonly PlacedPage[],
  options: CallOptions,
): Promise<Map<SourceFile, PlacedPage>> {
  const byName = Map.groupBy(pages, ({ page }) => `${page.kind} ${page.name}`)
  const found = await Promise.all(files.map((file) => namedBy(file, byName, options)))
  const named = new Map<SourceFile, PlacedPage>()
  for (const [at, file] of files.entries()) {
    const page = found[at]
    if (page !== undefined) named.set(file, Object.assign(page, { path: file.path, isShown: true }))
  }
  return named
}

async function namedBy(
  file: SourceFile,
  byName: ReadonlyMap<string, readonly PlacedPage[]>,
  options: CallOptions,
): Promise<PlacedPage | undefined> {
  if (!isDocumentationFile(file.path)) return undefined
  const start = (await file.read(options)).subarray(0, LONGEST_HEAD)
  const head = FRONTMATTER.exec(new TextDecoder().decode(start))?.[0]
  const [, schema, written = ''] = (head === undefined ? null : NAMED.exec(head)) ?? []
  const value = written.trim().replace(/^["']|["']$/g, '')
  const [before = '', api = ''] = DESCRIPTION.exec(value) ?? []
  const wanted = value.slice(before.length)
  const name =
    schema === undefined
      ? `operation ${wanted.replace(/^\S+/, (method) => method.toUpperCase()).replace(/\s+/, ' ')}`
      : `schema ${wanted}`
  return byName.get(name)?.find(({ api: { file: from } }) => from.endsWith(normalizePath(api)))
}

/** A file with the text of a page at its end. */
export function joined(file: SourceFile, page: PlacedPage): SourceFile {
  const text = linkedBody({ ...page, path: file.path })
  const body = formatOf(file.path).name === 'mdx' ? asMdx(text) : text
  return {
    path: file.path,
    hash: contentHash(`${file.hash} ${body}`),
    read: async (call) => {
      const own = new TextDecoder().decode(await file.read(call))
      return new TextEncoder().encode(`${own.trimEnd()}\n\n${body}`)
    },
  }
}

/** Braces and angle brackets begin code in MDX, but not inside of code spans and fences. */
function asMdx(markdown: string): string {
  return markdown
    .split(/(````[\s\S]*?````|```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('{', '&#123;').replaceAll('<', '&lt;')))
    .join('')
}
