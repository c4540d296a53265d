import { kindOfMode, type TreeEntry } from './tree-entry.ts'

/** Output of `git ls-tree -r -z`: posix path → entry, in git's order. */
export function parseListing(stdout: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>()
  for (let at = 0; at < stdout.length; ) {
    const tab = stdout.indexOf(9, at)
    const end = stdout.indexOf(0, tab)
    const [mode = '', , id = ''] = stdout.toString('latin1', at, tab).split(' ')
    entries.set(stdout.toString('utf8', tab + 1, end), { kind: kindOfMode(mode), id })
    at = end + 1
  }
  return entries
}

/**
 * Output of `git ls-remote`: name → commit id of exactly these branches. ls-remote matches the end of names, so that
 * `refs/heads/x` also finds `refs/heads/y/refs/heads/x`.
 */
export function parseTips(stdout: Buffer, branches: readonly string[]): Map<string, string> {
  const tips = new Map<string, string>()
  for (const line of stdout.toString().split('\n')) {
    const [id = '', ref = ''] = line.split('\t')
    const branch = ref.slice('refs/heads/'.length)
    if (branches.includes(branch)) tips.set(branch, id)
  }
  return tips
}
