import { DocentError } from '@docent/core/plugin'

/**
 * Refuses every path that is not plainly below the repository root, or that a checkout on some file system would
 * write into `.git`: the same spellings that git itself refuses there (`is_hfs_dotgit`, `is_ntfs_dotgit`; path.c
 * and utf8.c of git).
 *
 * @throws DocentError `invalid_request`
 */
export function assertWorkspacePath(path: string): void {
  const reason = wrongPath(path)
  if (reason !== undefined) throw new DocentError('invalid_request', `${JSON.stringify(path)} ${reason}.`)
}

function wrongPath(path: string): string | undefined {
  if (path === '') return 'is empty: give the path of a file'
  if (!path.isWellFormed() || path.includes('\0')) return 'holds a character that no path may hold'
  if (path.startsWith('/') || /^[a-zA-Z]:/.test(path))
    return 'is absolute: give it relative to the repository root'
  if (path.includes('\\')) return 'holds a backslash: separate folders by /'
  if (Buffer.byteLength(path) > 4096) return 'is longer than 4096 bytes'
  for (const part of path.split('/')) {
    if (part === '' || part === '.') return 'holds an empty or . segment'
    if (part === '..') return 'leads out of its folder'
    if (isDotGit(part)) return 'leads into .git'
    if (Buffer.byteLength(part) > 255) return 'holds a name longer than 255 bytes'
  }
  return undefined
}

/** Spellings that HFS+ or NTFS fold to `.git`. */
function isDotGit(part: string): boolean {
  // HFS+ drops these characters; NTFS drops trailing dots and spaces, and reads what follows a colon as a stream.
  const visible = part.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
  const name = (visible.split(':')[0] ?? '')
    .replace(/(?<![. ])[. ]+$/, '')
    .normalize('NFKC')
    .toLowerCase()
  return name === '.git' || name === 'git~1'
}
