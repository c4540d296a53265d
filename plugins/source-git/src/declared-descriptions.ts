import { detectLayout, isLayoutFile } from '@docent/content'
import type { CallOptions } from '@docent/core'
import type { CatFile } from '@docent/git'
import type { SizedEntry } from './parse-sized-listing.ts'

/** The layouts that name descriptions of APIs do so in these. */
const DECLARING = /(?:^|\/)(?:docs|mint)\.json$/
const LARGEST = 4 * 1024 * 1024

/** The descriptions of APIs that the site itself names, whatever they are called. */
export async function declaredDescriptions(
  entries: readonly SizedEntry[],
  objects: CatFile,
  { signal }: CallOptions,
): Promise<ReadonlySet<string>> {
  const declaring = entries.filter(
    ({ path, kind, size }) =>
      kind === 'file' && DECLARING.test(path) && isLayoutFile(path) && size <= LARGEST,
  )
  if (declaring.length === 0) return new Set()
  const texts = new Map<string, string>()
  for (const { path, id } of declaring) {
    const object = await objects.contents(id, signal)
    if (object) texts.set(path, new TextDecoder().decode(object.content))
  }
  const { openapi = [] } = detectLayout({ files: entries.map(({ path }) => path), texts })
  return new Set(openapi.map(({ source }) => source))
}
