import { type CallOptions, DocentError, type PublishIntent, sleep } from '@docent/core/plugin'
import { type BareRepository, GitError, type RemoteSource } from '@docent/git'
import { serializeCommit } from '../tree/commit-object.ts'
import { type MergeResult, type MergeSides, mergeTrees } from '../tree/merge-trees.ts'

export type Published =
  | { kind: 'pushed' | 'already-there'; commit: string }
  | { kind: 'merged'; commit: string; tip: string }
  | { kind: 'conflict'; tip: string; sides: MergeSides; merge: MergeResult }

export interface PublishOptions extends CallOptions {
  /** The first included. */
  attempts: number
  /** True: the remote is a fork of what the repository caches. */
  isFork: boolean
  /** In [0, 1), for the jitter between attempts. */
  random: () => number
}

interface Target {
  commit: string
  /** The tip it was made on; undefined when the branch does not exist. */
  tip: string | undefined
  kind: 'send'
  as: 'pushed' | 'merged'
}

/**
 * Brings the intent's commit to its branch. Every attempt begins by asking where the branch stands, so a push whose
 * reply was lost, in this call or an earlier one, is recognised and never made twice. The lease makes sure that
 * nobody else's commit is lost when the tip moves between question and push.
 */
export async function publish(
  repository: BareRepository,
  remote: RemoteSource,
  intent: PublishIntent,
  options: PublishOptions,
): Promise<Published> {
  const call = options.signal ? { signal: options.signal } : {}
  let sent: Target | undefined
  for (let attempt = 1; ; attempt++) {
    const tips = await repository.fetchBranches(remote, [intent.branch], { ...call, isFork: options.isFork })
    const tip = tips.get(intent.branch)
    if (sent && tip !== undefined && (await isAncestor(repository, sent.commit, tip, call)))
      return result(sent)
    if (tip !== undefined && (await isAncestor(repository, intent.commit, tip, call))) {
      return { kind: 'already-there', commit: intent.commit }
    }
    const target = await targetOn(repository, remote, intent, tip, call)
    if (target.kind !== 'send') return target
    try {
      await repository.push(remote, { commit: target.commit, branch: intent.branch, expected: tip }, call)
      return result(target)
    } catch (error) {
      const again =
        DocentError.is(error) && (error.isRetryable || (GitError.is(error) && error.kind === 'rejected'))
      if (!again || attempt >= options.attempts) throw error
      sent = target
      await sleep(100 * 2 ** (attempt - 1) * (0.5 + options.random() / 2), options.signal)
    }
  }
}

async function targetOn(
  repository: BareRepository,
  remote: RemoteSource,
  intent: PublishIntent,
  tip: string | undefined,
  call: CallOptions,
): Promise<Target | Published> {
  if (tip === undefined || tip === intent.parent) {
    return { kind: 'send', as: 'pushed', commit: intent.commit, tip }
  }
  const sides: MergeSides = {
    base: await treeOf(repository, intent.parent, call),
    ours: await treeOf(repository, tip, call),
    theirs: intent.tree,
    oursLabel: intent.branch,
    theirsLabel: 'this change',
  }
  const merge = await mergeTrees(repository, sides, call.signal)
  if (merge.conflicts.length > 0) return { kind: 'conflict', tip, sides, merge }
  if (await continues(repository, remote, intent.parent, tip, call)) {
    const message = `Merge ${intent.branch} as it is on the remote\n\n${tip}`
    const fields = {
      tree: merge.tree,
      parents: [tip, intent.commit],
      message,
      author: intent.author,
      date: intent.date,
    }
    const commit = await repository.writer.write('commit', serializeCommit(fields))
    return { kind: 'send', as: 'merged', commit, tip }
  }
  // The branch was rewritten: merging would bring back the commits that someone took out. Only the change goes on top.
  if (merge.tree === sides.ours) return { kind: 'already-there', commit: tip }
  const fields = {
    tree: merge.tree,
    parents: [tip],
    message: intent.message,
    author: intent.author,
    date: intent.date,
  }
  const commit = await repository.writer.write('commit', serializeCommit(fields))
  return { kind: 'send', as: 'merged', commit, tip }
}

/** True when the tip has `parent` in its history; a shallow cache fetches the rest before it says no. */
async function continues(
  repository: BareRepository,
  remote: RemoteSource,
  parent: string,
  tip: string,
  call: CallOptions,
): Promise<boolean> {
  if (await isAncestor(repository, parent, tip, call)) return true
  return (await repository.deepen(remote, call)) && isAncestor(repository, parent, tip, call)
}

async function isAncestor(
  repository: BareRepository,
  older: string,
  newer: string,
  call: CallOptions,
): Promise<boolean> {
  if (older === newer) return true
  const args = ['merge-base', '--is-ancestor', older, newer]
  return (await repository.git(args, { okExitCodes: [0, 1], ...call })).exitCode === 0
}

async function treeOf(repository: BareRepository, commit: string, call: CallOptions): Promise<string> {
  const tree = await repository.treeOf(commit, call)
  if (tree === undefined)
    throw new DocentError('internal', `The cache has no commit ${commit}.`, { isRetryable: true })
  return tree
}

function result(target: Target): Published {
  return target.as === 'merged' && target.tip !== undefined
    ? { kind: 'merged', commit: target.commit, tip: target.tip }
    : { kind: 'pushed', commit: target.commit }
}
