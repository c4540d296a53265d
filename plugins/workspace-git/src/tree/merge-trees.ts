import type { BareRepository, EntryKind } from '@docent/git'
import { kindOfMode } from '@docent/git'
import { serializeCommit } from './commit-object.ts'

export interface MergeSides {
  /** Trees. */
  base: string
  ours: string
  theirs: string
  /** What conflict markers call the two sides. */
  oursLabel: string
  theirsLabel: string
}

export interface MergeResult {
  /** The merged tree; with conflicts it holds their markers. */
  tree: string
  /** Empty when the merge is clean. */
  conflicts: string[]
}

/** A path that differs between two trees. */
export interface TreeDifference {
  path: string
  /** What the second tree has there; undefined when nothing. */
  kind?: EntryKind
  id?: string
}

/**
 * Three-way merge of trees without a work tree, by `git merge-tree --write-tree`, conflicts in diff3 style. Git 2.39
 * merges only commits and looks for the base itself: three small commits that nothing points at stand for the trees.
 * So the base is the one given, also when the history was not fetched or was rewritten.
 */
export async function mergeTrees(
  repository: BareRepository,
  sides: MergeSides,
  signal?: AbortSignal,
): Promise<MergeResult> {
  const base = await standIn(repository, sides.base, [], 'base')
  const ours = await standIn(repository, sides.ours, [base], sides.oursLabel)
  const theirs = await standIn(repository, sides.theirs, [base], sides.theirsLabel)
  const { stdout, exitCode } = await repository.git(
    ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs],
    {
      okExitCodes: [0, 1],
      // A folder that the other side renamed must not carry new files away from where the author put them.
      config: { 'merge.conflictStyle': 'diff3', 'merge.directoryRenames': 'false' },
      ...(signal ? { signal } : {}),
    },
  )
  const [tree = '', ...paths] = stdout.toString('utf8').split('\0').filter(Boolean)
  return { tree, conflicts: exitCode === 0 ? [] : [...new Set(paths)].sort() }
}

/** The name that markers carry for a side: the stand-in's id, replaced by the label. */
export async function relabel(
  repository: BareRepository,
  sides: MergeSides,
  content: Uint8Array,
): Promise<Uint8Array> {
  const base = await standIn(repository, sides.base, [], 'base')
  const ours = await standIn(repository, sides.ours, [base], sides.oursLabel)
  const theirs = await standIn(repository, sides.theirs, [base], sides.theirsLabel)
  const text = Buffer.from(content).toString('latin1')
  const named = text
    .replaceAll(`<<<<<<< ${ours}`, `<<<<<<< ${latin1(sides.oursLabel)}`)
    .replaceAll(`>>>>>>> ${theirs}`, `>>>>>>> ${latin1(sides.theirsLabel)}`)
    .replaceAll(/^\|\|\|\|\|\|\| [0-9a-f]{7,64}$/gm, '||||||| before both')
  return Buffer.from(named, 'latin1')
}

/** Paths whose entries differ, folders left out. */
export async function treeDifferences(
  repository: BareRepository,
  before: string,
  after: string,
  signal?: AbortSignal,
): Promise<TreeDifference[]> {
  const { stdout } = await repository.git(
    ['diff-tree', '-r', '-z', '--raw', '--no-renames', before, after],
    signal ? { signal } : {},
  )
  const fields = stdout.toString('utf8').split('\0')
  const differences: TreeDifference[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = '', letter = ''] = (fields[at] ?? '').split(' ')
    const path = fields[at + 1] ?? ''
    differences.push(letter === 'D' ? { path } : { path, kind: kindOfMode(mode), id })
  }
  return differences
}

function standIn(
  repository: BareRepository,
  tree: string,
  parents: string[],
  message: string,
): Promise<string> {
  const author = { name: 'Docent', email: 'docent@localhost' }
  return repository.writer.write('commit', serializeCommit({ tree, parents, message, author, date: 0 }))
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
