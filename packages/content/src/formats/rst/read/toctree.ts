/** An entry of a `toctree`: a document by its name, an address, or `self`. */
export interface TocEntry {
  title?: string
  target: string
}

const GLOB = /[*?[]/

/**
 * The entries of a `toctree` in their order.
 *
 * @param matching names of documents that fit a pattern
 */
export function tocEntries(
  { options, body }: { options: Readonly<Record<string, string>>; body: readonly string[] },
  matching: (pattern: string) => readonly string[],
): TocEntry[] {
  const entries: TocEntry[] = []
  const named = new Set<string>()
  const isGlob = 'glob' in options
  for (const line of body) {
    const entry = tocEntry(line)
    if (entry === undefined) continue
    if (!isGlob || !GLOB.test(entry.target) || entry.title !== undefined) {
      named.add(entry.target)
      entries.push(entry)
    } else
      for (const target of matching(entry.target)) {
        if (named.has(target)) continue
        named.add(target)
        entries.push({ target })
      }
  }
  return 'reversed' in options ? entries.reverse() : entries
}

/** `page`, or `Title <page>`. */
export function tocEntry(line: string): TocEntry | undefined {
  const text = line.trim()
  if (text === '' || text.length > 1_000) return undefined
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1
  if (open <= 0) return { target: text }
  return { title: text.slice(0, open).trim(), target: text.slice(open + 1, -1).trim() }
}
