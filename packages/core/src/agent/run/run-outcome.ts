import type { ChangedFile, RunOutcome } from '../../domain/run-outcome.ts'
import { describeOutcome } from './describe-outcome.ts'
import type { RunHistory } from './run-history.ts'

/** What a run came to, by its recorded steps alone. */
export function outcomeOf(history: RunHistory): RunOutcome {
  const { published, publish, summary, stoppedBecause, refused, unread, pullRequest, notTaken } = history
  const last = published.at(-1)
  const facts = {
    files: joinedFiles(published.flatMap(({ changes }) => changes)),
    checks: last?.checks ?? null,
    pullRequest: (last && pullRequest) ?? null,
    unconfirmed: last?.unconfirmed ?? [],
    refused,
    stopped: stoppedBecause ?? null,
    unread,
  }
  const text = describeOutcome({ ...facts, checksText: last?.checksText ?? '', notTaken })
  return { ...facts, summary: text, agentMessage: (publish?.summary ?? summary).trim() }
}

/** A run that read a follow-up after its first push has several commits: a file counts once, its lines in each. */
function joinedFiles(changes: readonly ChangedFile[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const { path, change, added, removed, ...rest } of changes) {
    const before = files.get(path)
    files.set(path, {
      path,
      ...rest,
      change: before !== undefined && change === 'modified' ? before.change : change,
      added: added + (before?.added ?? 0),
      removed: removed + (before?.removed ?? 0),
    })
  }
  return [...files.values()]
}
