import { type ObjectWriter, rawName, serializeTree, type TreeEntry } from '@docent/git'
import type { GitTrees } from './git-trees.ts'

/** Path → what it becomes; null removes it. */
export type TreeEdits = ReadonlyMap<string, TreeEntry | null>

/**
 * Writes the tree that `tree` becomes by the edits and answers its id: only folders on the way to an edit are read
 * and written again. Folders that become empty vanish, as git has none.
 */
export async function editTree(
  trees: GitTrees,
  writer: ObjectWriter,
  tree: string,
  edits: TreeEdits,
  signal?: AbortSignal,
): Promise<string> {
  if (edits.size === 0) return tree
  const root = nest(edits)
  const entries = await apply(new Map(await trees.folder(tree, signal)), root)
  return writer.write('tree', serializeTree(entries))

  async function apply(entries: Map<string, TreeEntry>, node: EditNode): Promise<Map<string, TreeEntry>> {
    await Promise.all(
      [...node.children].map(async ([name, child]) => {
        const before = entries.get(name)
        if (child.edit) entries.set(name, child.edit)
        else if (child.edit === null) entries.delete(name)
        if (child.children.size === 0 || child.edit) return
        const start = before?.kind === 'folder' ? await trees.folder(before.id, signal) : new Map()
        const inner = await apply(new Map(start), child)
        if (inner.size === 0) entries.delete(name)
        else entries.set(name, { kind: 'folder', id: await writer.write('tree', serializeTree(inner)) })
      }),
    )
    return entries
  }
}

interface EditNode {
  edit?: TreeEntry | null
  children: Map<string, EditNode>
}

function nest(edits: TreeEdits): EditNode {
  const root: EditNode = { children: new Map() }
  for (const [path, edit] of edits) {
    let node = root
    for (const part of path.split('/')) {
      const name = rawName(part)
      let child = node.children.get(name)
      if (!child) {
        child = { children: new Map() }
        node.children.set(name, child)
      }
      node = child
    }
    node.edit = edit
  }
  return root
}
