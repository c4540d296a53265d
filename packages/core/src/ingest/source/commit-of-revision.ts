import { defined } from '@docent/content'
import type { Project } from '../../domain/project.ts'
import type { UpdateCommit } from '../../domain/project-update.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { DocsSource } from '../../ports/docs-source.ts'
import { sourceOf } from './project-source.ts'

/** Names of files that are text of each kind. */
const MOST_FILES = 1_000
/** Characters of a message that are text. */
const MOST_TEXT = 5_000

interface Revision {
  readonly revision: string
  readonly files: Readonly<Record<'added' | 'modified' | 'removed', readonly string[]>>
}

/** The commit of a git revision, which may be followed by a folder; undefined for every other source. */
export async function commitOf(
  project: Project,
  { revision, files: { added, modified, removed } }: Revision,
  sources: readonly DocsSource[],
  options: CallOptions = {},
): Promise<UpdateCommit | undefined> {
  const [, sha] = /^([0-9a-f]{40}|[0-9a-f]{64})(:|$)/.exec(revision) ?? []
  if (sha === undefined) return undefined
  const text = await sourceOf(project, sources).commitMessage?.(project, revision, options)
  const message = text?.slice(0, MOST_TEXT)
  const most = (files: readonly string[]) => files.slice(0, MOST_FILES)
  return {
    sha,
    ref: project.branch === undefined ? 'HEAD' : `refs/heads/${project.branch}`,
    ...defined({ message }),
    filesChanged: { added: most(added), modified: most(modified), removed: most(removed) },
  }
}
