import type { CallOptions } from '@docent/core'
import { isAncestor, tip } from './commits.ts'
import type { PullRecord } from './pull-record.ts'
import { PullStore } from './pull-store.ts'

/**
 * A record as the branches have it now, and stored so: what was once seen merged or closed stays it, whatever becomes
 * of the branch afterwards.
 */
export async function currentRecord(
  gitDir: string,
  record: PullRecord,
  options: CallOptions,
): Promise<PullRecord> {
  const current = await observe(gitDir, record, options)
  if (current.state === record.state && current.headCommit === record.headCommit) return record
  const { state, headCommit } = current
  const stored = await new PullStore(gitDir).update(
    record.number,
    // Another process may have observed, or been told, something newer in between.
    (newest) => (newest.state === record.state ? { ...newest, state, headCommit } : newest),
    options.signal,
  )
  return stored ?? current
}

/** A branch that went is closed, unless its last commit is in the base: then it was merged. */
async function observe(gitDir: string, record: PullRecord, options: CallOptions): Promise<PullRecord> {
  if (record.state !== 'open') return record
  const branchTip = await tip(gitDir, record.branch, options)
  const headCommit = branchTip ?? record.headCommit
  const base = await tip(gitDir, record.base, options)
  if (base !== undefined && (await isAncestor(gitDir, headCommit, base, options))) {
    return { ...record, headCommit, state: 'merged' }
  }
  return { ...record, headCommit, state: branchTip === undefined ? 'closed' : 'open' }
}
