import type { CallOptions } from '@docent/core/plugin'
import { isAncestor } from './commits.ts'
import type { PullRecord } from './pull-record.ts'
import type { PullStore } from './pull-store.ts'

/**
 * A record as the branches have it now, and stored so: what was once seen merged or closed stays it, whatever becomes
 * of the branch afterwards.
 */
export async function currentRecord(
  store: PullStore,
  record: PullRecord,
  options: CallOptions,
): Promise<PullRecord> {
  const current = await observe(store, record, options)
  if (current.state === record.state && current.headCommit === record.headCommit) return record
  const { state, headCommit } = current
  const stored = await store.update(
    record.number,
    // Another process may have observed, or been told, something newer in between.
    (newest) => (newest.state === record.state ? { ...newest, state, headCommit } : newest),
  )
  return stored ?? current
}

/** A branch that went is closed, unless its last commit is in the base: then it was merged. */
async function observe(store: PullStore, record: PullRecord, options: CallOptions): Promise<PullRecord> {
  if (record.state !== 'open') return record
  const branchTip = await store.tip(record.branch)
  const headCommit = branchTip ?? record.headCommit
  const base = await store.tip(record.base)
  // A base that comes before the head does not hold it.
  const isAhead = base !== undefined && base !== headCommit && (await store.isShortlyBefore(base, headCommit))
  if (base !== undefined && !isAhead && (await isAncestor(store.gitDir, headCommit, base, options))) {
    return { ...record, headCommit, state: 'merged' }
  }
  return { ...record, headCommit, state: branchTip === undefined ? 'closed' : 'open' }
}
