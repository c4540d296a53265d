import type { Generator as SiteGenerator } from '../layout/generator.ts'
import { generators } from './generators.ts'

const MOST = 10_000
const HIDDEN = /(?:^|\/)(?:\.|node_modules\/)/

/**
 * Files that the configuration of a site names and that are part of it, whatever they are called. Whoever reads one
 * adds its text before the next is asked for: it may name others.
 *
 * @param texts of the files that `isLayoutFile` names
 * @param files of the repository: without them, pages that a site reads its navigation from are not named
 * @example
 * for (const path of namedSettings(texts, files)) texts.set(path, await read(path))
 */
export function* namedSettings(
  texts: ReadonlyMap<string, string | Uint8Array>,
  files: readonly string[] = [],
): Generator<string> {
  const named = new Map<string, SiteGenerator>()
  // A map gives what is added while it is walked through.
  for (const [file, content] of texts) {
    const generator = named.get(file) ?? generators().find(({ files }) => files.test(file))
    if (generator?.namedFiles === undefined) continue
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    for (const path of generator.namedFiles(file, text, files)) {
      if (texts.has(path) || named.has(path) || HIDDEN.test(path)) continue
      if (named.size === MOST) return
      named.set(path, generator)
      yield path
    }
  }
}
