import { type BareRepository, formatOfId, objectId } from '@docent/git'
import { hasMarkers, wholeFileConflict } from './conflict-markers.ts'
import type { GitTrees } from './git-trees.ts'
import { type MergeResult, type MergeSides, relabel, treeDifferences } from './merge-trees.ts'
import type { OverlayFile } from './overlay.ts'

/**
 * What a workspace on the tip (`sides.ours`) has to hold after a merge with conflicts: files that merged cleanly as
 * they became, and each conflicting text with diff3 markers. A conflicting binary file holds the change's version.
 */
export async function adoptConflict(
  repository: BareRepository,
  trees: GitTrees,
  sides: MergeSides,
  merge: MergeResult,
  signal?: AbortSignal,
): Promise<{ files: Map<string, OverlayFile | null>; paths: string[] }> {
  const files = new Map<string, OverlayFile | null>()
  for (const { path, kind, id } of await treeDifferences(repository, sides.ours, merge.tree, signal)) {
    if (id === undefined) files.set(path, null)
    else if (kind === 'file' || kind === 'executable') files.set(path, file(kind, await blob(id)))
  }
  for (const path of merge.conflicts) {
    const [base, ours, theirs, merged] = await Promise.all(
      [sides.base, sides.ours, sides.theirs, merge.tree].map((tree) => fileAt(tree, path)),
    )
    if (merged && hasMarkers(merged.content)) {
      files.set(path, file(merged.kind, await relabel(repository, sides, merged.content)))
      continue
    }
    const present = theirs ?? ours
    if (!present) continue
    const marked = wholeFileConflict({
      base: base?.content,
      ours: ours?.content,
      theirs: theirs?.content,
      oursLabel: sides.oursLabel,
      theirsLabel: sides.theirsLabel,
    })
    if (marked) files.set(path, file((ours ?? present).kind, marked))
    else if (theirs) files.set(path, file(theirs.kind, theirs.content))
  }
  return { files, paths: merge.conflicts }

  function file(kind: OverlayFile['kind'], content: Uint8Array): OverlayFile {
    return { kind, content, id: objectId('blob', content, formatOfId(merge.tree)) }
  }

  async function blob(id: string): Promise<Uint8Array> {
    return (await repository.objects.contents(id, signal))?.content ?? new Uint8Array()
  }

  async function fileAt(tree: string, path: string) {
    const { entry } = await trees.locate(tree, path, signal)
    if (entry?.kind !== 'file' && entry?.kind !== 'executable') return undefined
    return { kind: entry.kind, content: await blob(entry.id) }
  }
}
