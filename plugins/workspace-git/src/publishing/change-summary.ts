import type { ChangeSummary } from '@docent/core/plugin'

/**
 * Reads `git diff-tree -r -M --raw --numstat -z`: first every raw entry, then every count, in the same order.
 * A renamed entry has two paths.
 */
export function parseSummary(stdout: Buffer): ChangeSummary[] {
  const fields = stdout.toString('utf8').split('\0')
  const summaries: ChangeSummary[] = []
  let at = 0
  for (; fields[at]?.startsWith(':'); at++) {
    const letter = fields[at]?.split(' ')[4]?.charAt(0) ?? 'M'
    const path = fields[++at] ?? ''
    if (letter !== 'R' && letter !== 'C') {
      const change = letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified'
      summaries.push({ path, change, added: 0, removed: 0 })
      continue
    }
    summaries.push({ path: fields[++at] ?? '', change: 'renamed', from: path, added: 0, removed: 0 })
  }
  for (const summary of summaries) {
    const [added = '0', removed = '0', path = ''] = (fields[at++] ?? '').split('\t')
    if (path === '') at += 2
    // Binary files have dashes.
    summary.added = Number(added) || 0
    summary.removed = Number(removed) || 0
  }
  return summaries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
