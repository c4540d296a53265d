import { isLayoutFile, namedSettings } from '@docent/content'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { SourceFile } from '../../ports/docs-source.ts'
import type { PageParser, SiteDescription, SiteFiles } from './page-parser.ts'
import type { PageParsers } from './page-parsers.ts'

export interface OpenedSite {
  parser: PageParser
  description: SiteDescription
  /** Configuration that could not be read within the limits, with the reason. */
  failures: { file: SourceFile; reason: string }[]
}

/**
 * Opens a parser with the few configuration files that tell how a repository becomes a site. One that is beyond the
 * limits is left out; one that is only broken says nothing here: the checks of the documentation tell its author.
 *
 * @param mayRead false for a file that is known to be beyond the limits
 */
export async function openSite(
  parsers: PageParsers,
  files: readonly SourceFile[],
  mayRead: (file: SourceFile) => boolean,
  {
    above = [],
    unread = [],
    made = [],
    wantsOrigin = false,
    ...options
  }: CallOptions & Omit<SiteFiles, 'files' | 'texts'>,
): Promise<OpenedSite> {
  const settings = files.filter((file) => isLayoutFile(file.path) && mayRead(file))
  const contents = await Promise.all(settings.map((file) => file.read(options)))
  const texts = new Map(settings.map(({ path }, at) => [path, contents[at] ?? new Uint8Array()]))
  const byPath = new Map(files.map((file) => [file.path, file]))
  for (const path of namedSettings(texts, [...byPath.keys()])) {
    const file = byPath.get(path)
    if (file === undefined || !mayRead(file)) continue
    settings.push(file)
    texts.set(path, await file.read(options))
  }
  const site: SiteFiles = { files: [...byPath.keys()], texts, unread, made, wantsOrigin }
  if (above.length > 0) {
    const within = await describedSite(parsers, { ...site, above }, options)
    // What is above is of no project alone: beyond the limits, it counts for nothing.
    if (!('reason' in within)) return { ...within, failures: [] }
  }
  const opened = await describedSite(parsers, site, options)
  if (!('reason' in opened)) return { ...opened, failures: [] }
  const failures: OpenedSite['failures'] = []
  for (const file of settings) {
    const alone = new Map([[file.path, texts.get(file.path) ?? new Uint8Array()]])
    const tried = await describedSite(parsers, { ...site, texts: alone }, options)
    if ('reason' in tried) failures.push({ file, reason: tried.reason })
    else await tried.parser.close()
  }
  // When each can be read by itself, it is the whole that cannot.
  const culprits = failures.length > 0 ? failures : settings.map((file) => ({ file, reason: opened.reason }))
  const excluded = new Set(culprits.map(({ file }) => file.path))
  const rest = new Map([...texts].filter(([path]) => !excluded.has(path)))
  const reduced = await describedSite(parsers, { ...site, texts: rest }, options)
  if ('reason' in reduced) throw new Error(reduced.reason)
  return { ...reduced, failures: culprits }
}

async function describedSite(
  parsers: PageParsers,
  site: SiteFiles,
  options: CallOptions,
): Promise<{ parser: PageParser; description: SiteDescription } | { reason: string }> {
  const parser = parsers.open(site)
  try {
    return { parser, description: await parser.describe(options) }
  } catch (error) {
    await parser.close()
    options.signal?.throwIfAborted()
    // Not what the configuration is to blame for.
    if (DocentError.is(error)) throw error
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
