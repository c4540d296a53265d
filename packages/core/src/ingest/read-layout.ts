import { detectLayout, isLayoutFile, type SiteLayout } from '@docent/content'
import type { CallOptions } from '../ports/call-options.ts'
import type { SourceSnapshot } from '../ports/docs-source.ts'

/**
 * How the repository becomes a site, by the few configuration files that tell. A broken one says nothing here: the
 * checks of the documentation tell its author.
 */
export async function readLayout(snapshot: SourceSnapshot, options: CallOptions): Promise<SiteLayout> {
  const decoder = new TextDecoder()
  const texts = await Promise.all(
    snapshot.files
      .filter(({ path }) => isLayoutFile(path))
      .map(async (file): Promise<[string, string]> => [file.path, decoder.decode(await file.read(options))]),
  )
  return detectLayout({ files: snapshot.files.map(({ path }) => path), texts: new Map(texts) })
}
