import { extensionsOf, type FormatName } from '../paths/format-name.ts'
import { addPageExtensions, pageExtension, withoutPageExtension } from '../paths/page-extension.ts'
import { asciidoc } from './asciidoc/asciidoc-format.ts'
import { aliasedMarkdown, markdown } from './markdown/markdown-format.ts'
import { mdx } from './mdx/mdx-format.ts'
import { myst } from './myst/myst-format.ts'
import { pageMetadata, shortTitleOf, titleFromPath } from './page/page-metadata.ts'
import type { InspectPageOptions, PageInspection, SourceFormat } from './page/source-format.ts'
import { rst } from './rst/rst-format.ts'

/** Every format by its name. The first of two with the same extension reads a file whose site says nothing. */
const FORMATS = new Map<FormatName, SourceFormat>(
  [markdown, mdx, aliasedMarkdown, asciidoc, myst, rst].map((format) => [format.name, format]),
)

/** A format that a plugin brings. */
export interface AddedFormat extends SourceFormat {
  /** Extensions of its files, with the dot, in lower case; the usual one first. */
  readonly extensions: readonly string[]
}

/**
 * Adds a format for the whole process: each thread that reads pages does the same. Pages in it are read where the site has
 * no known generator, and where the generator names it.
 *
 * @throws Error for a name that another format has
 */
export function addFormat(format: AddedFormat): void {
  const known = FORMATS.get(format.name)
  if (known !== undefined && known !== format)
    throw new Error(`Two formats of pages have the name "${format.name}".`)
  FORMATS.set(format.name, format)
  addPageExtensions(format.name, format.extensions)
}

/** True for a file in one of the formats that a site takes. */
export function isInFormats(path: string, formats: readonly FormatName[]): boolean {
  return named(path, formats) !== undefined
}

/**
 * The format of a file: one that its site takes, else the usual one for its extension.
 *
 * @param formats that the site takes; default: none in particular
 */
export function formatOf(path: string, formats: readonly FormatName[] = []): SourceFormat {
  return FORMATS.get(named(path, formats) ?? named(path, [...FORMATS.keys()]) ?? '') ?? markdown
}

/** What a page says of itself at its beginning: frontmatter, or attributes of its header. Never throws. */
export function frontmatterOf(
  path: string,
  source: string,
  formats?: readonly FormatName[],
): Record<string, unknown> {
  return formatOf(path, formats).frontmatter(source).data
}

/** What a navigation calls a page: by its frontmatter, its first heading, or its file. */
export function navigationLabel(path: string, source: string, formats?: readonly FormatName[]): string {
  const frontmatter = formatOf(path, formats).frontmatter(source)
  const heading = /^(?:#|=)[ \t]+(\S[^\r\n]*)/m.exec(source.slice(frontmatter.bodyStart))?.[1] ?? ''
  const words = heading
    .replace(/\{[^{}]*\}|`/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .trim()
  const said = shortTitleOf(frontmatter.data) ?? pageMetadata(frontmatter).title
  return said ?? (words === '' ? titleFromPath(withoutPageExtension(path)) : words)
}

/** Looks at one page: everything that would break it, and what it links to and can be linked by. */
export function inspectPage(
  file: string,
  source: string,
  { formats, ...options }: InspectPageOptions & { formats?: readonly FormatName[] } = {},
): Promise<PageInspection> {
  return formatOf(file, formats).inspect(file, source, options)
}

/** Relative paths of code that a page imports: whoever moves it has to look at them. */
export function relativeImports(file: string, source: string): string[] {
  return formatOf(file).relativeImports?.(source) ?? []
}

function named(path: string, formats: readonly FormatName[]): FormatName | undefined {
  const extension = pageExtension(path).toLowerCase()
  return formats.find((format) => extensionsOf(format).includes(extension))
}
