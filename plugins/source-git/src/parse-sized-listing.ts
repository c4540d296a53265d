import { isUtf8 } from 'node:buffer'
import { type EntryKind, kindOfMode } from '@docent/git'

export interface SizedEntry {
  /** Posix. */
  path: string
  /** False when the bytes of the name are no UTF-8: `path` is then an approximation. */
  isExact: boolean
  kind: EntryKind
  /** Object id. */
  id: string
  /** Bytes; 0 for a submodule. */
  size: number
}

/** Output of `git ls-tree -r -l -z`: `<mode> <type> <id> <size>\t<path>\0` for each entry. */
export function parseSizedListing(stdout: Buffer): SizedEntry[] {
  const entries: SizedEntry[] = []
  for (let at = 0; at < stdout.length; ) {
    const tab = stdout.indexOf(9, at)
    const end = stdout.indexOf(0, tab)
    const [mode = '', , id = '', size = ''] = stdout.toString('latin1', at, tab).split(/ +/)
    const name = stdout.subarray(tab + 1, end)
    entries.push({
      path: name.toString('utf8'),
      isExact: isUtf8(name),
      kind: kindOfMode(mode),
      id,
      size: size === '-' ? 0 : Number(size),
    })
    at = end + 1
  }
  return entries
}
