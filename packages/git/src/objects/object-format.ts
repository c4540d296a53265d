import type { CallOptions } from '@docent/core/plugin'
import { runGit } from '../run/run-git.ts'

/** How objects are named. A repository has one format, and fetches only from repositories that have the same. */
export type ObjectFormat = 'sha1' | 'sha256'

/** The format of a repository that is there. @throws GitError */
export async function readObjectFormat(gitDir: string, options: CallOptions = {}): Promise<ObjectFormat> {
  const { stdout } = await runGit(['rev-parse', '--show-object-format'], { ...options, gitDir })
  return stdout.toString().trim() === 'sha256' ? 'sha256' : 'sha1'
}

/** The format of a repository, by the id of any of its objects. */
export function formatOfId(id: string): ObjectFormat {
  return id.length === 64 ? 'sha256' : 'sha1'
}
