import { detectLayout, isLayoutFile, namedSettings } from '@docent/content'
import type { CallOptions } from '@docent/core/plugin'
import type { CatFile } from '@docent/git'
import type { SizedEntry } from './parse-sized-listing.ts'

/** Configuration that names descriptions of APIs, or that has parts of itself in other files. */
const DECLARING =
  /(?:^|\/)(?:(?:docs|mint)\.json|(?:_meta(?:\.[\w-]+)?|astro\.config|source\.config)\.(?:json|[cm]?[jt]sx?))$/
const LARGEST = 4 * 1024 * 1024

/** What the site itself names, whatever it is called: descriptions of APIs, and parts of its configuration. */
export async function declaredFiles(
  entries: readonly SizedEntry[],
  objects: CatFile,
  { signal }: CallOptions,
): Promise<ReadonlySet<string>> {
  const declaring = entries.filter(({ path }) => DECLARING.test(path) && isLayoutFile(path))
  if (declaring.length === 0) return new Set()
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const texts = new Map<string, string>()
  const take = async (path: string) => {
    const { kind, size, id } = byPath.get(path) ?? { kind: 'other', size: 0, id: '' }
    const object = kind === 'file' && size <= LARGEST ? await objects.contents(id, signal) : undefined
    if (object) texts.set(path, new TextDecoder().decode(object.content))
  }
  for (const { path } of declaring) await take(path)
  const parts: string[] = []
  for (const path of namedSettings(texts, [...byPath.keys()])) {
    parts.push(path)
    await take(path)
  }
  const { openapi = [] } = detectLayout({ files: [...byPath.keys()], texts })
  return new Set([...openapi.map(({ source }) => source), ...parts])
}
