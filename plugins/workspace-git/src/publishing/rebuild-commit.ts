import { type CallOptions, DocentError, type PublishIntent } from '@docent/core/plugin'
import { type BareRepository, formatOfId, objectId, type RemoteSource } from '@docent/git'
import { commitOfIntent } from '../tree/commit-object.ts'
import { fetchParent } from './fetch-parent.ts'

/**
 * Makes sure that the cache has the intent's commit: it may be another machine's, or pruned since.
 *
 * @param writeTree writes the tree of the workspace as it stands, and answers its id
 */
export async function rebuildCommit(
  repository: BareRepository,
  from: { remote: RemoteSource; upstream: RemoteSource; isForked: boolean },
  intent: PublishIntent,
  writeTree: () => Promise<string>,
  options: CallOptions,
): Promise<void> {
  const content = commitOfIntent(intent)
  if (objectId('commit', content, formatOfId(intent.commit)) !== intent.commit) {
    throw new DocentError('internal', 'The recorded publish intent does not make the commit that it names.')
  }
  await fetchParent(repository, from, intent.parent, options)
  if (await repository.resolve(intent.commit, options)) return
  const { objects, writer } = repository
  const hasTree = (await objects.info(intent.tree, options.signal)) !== undefined
  if (!hasTree && (await writeTree()) !== intent.tree) {
    throw new DocentError(
      'internal',
      'The cache lost the tree of the publish intent: restore the recorded changes on its parent, then push again.',
    )
  }
  await writer.write('commit', content)
}
