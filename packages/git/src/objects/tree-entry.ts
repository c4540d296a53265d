/** `file`, `executable` and `symlink` are blobs; a submodule's id is a commit of another repository. */
export type EntryKind = 'file' | 'executable' | 'symlink' | 'submodule' | 'folder'

export interface TreeEntry {
  kind: EntryKind
  id: string
}

/** Modes as git writes them into a tree object. 100664 is read (old repositories have it) and never written. */
export const MODES: Readonly<Record<EntryKind, string>> = {
  file: '100644',
  executable: '100755',
  symlink: '120000',
  submodule: '160000',
  folder: '40000',
}

export function kindOfMode(mode: string): EntryKind {
  if (mode.endsWith('40000')) return 'folder'
  if (mode === '120000') return 'symlink'
  if (mode === '160000') return 'submodule'
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? 'file' : 'executable'
}

/**
 * Entries of one tree object. Names are latin1 strings of the raw bytes, so that names that are no UTF-8 survive and
 * string order is byte order: see `rawName`.
 */
export function parseTree(content: Buffer, idBytes = 20): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const nul = content.indexOf(0, space)
    if (space < 0 || nul < 0) break
    const kind = kindOfMode(content.toString('latin1', at, space))
    const id = content.toString('hex', nul + 1, nul + 1 + idBytes)
    entries.set(content.toString('latin1', space + 1, nul), { kind, id })
    at = nul + 1 + idBytes
  }
  return entries
}

/** The bytes of a tree object, in git's order: a folder sorts as if its name ended in `/`. */
export function serializeTree(entries: ReadonlyMap<string, TreeEntry>): Buffer {
  const sorted = [...entries]
    .map(([name, entry]) => ({ name, entry, key: entry.kind === 'folder' ? `${name}/` : name }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const parts: Buffer[] = []
  for (const { name, entry } of sorted) {
    parts.push(Buffer.from(`${MODES[entry.kind]} ${name}\0`, 'latin1'), Buffer.from(entry.id, 'hex'))
  }
  return Buffer.concat(parts)
}

/** A name as `parseTree` writes it. */
export function rawName(name: string): string {
  return isAscii(name) ? name : Buffer.from(name, 'utf8').toString('latin1')
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}
