import type { CallOptions } from '@docent/core/plugin'
import { CatFile } from '@docent/git'

/** A file of a commit; undefined where there is none, for one that is larger, and for what cannot be asked for. */
export async function readBlob(
  gitDir: string,
  { commit, path, maxBytes }: { commit: string; path: string; maxBytes: number },
  { signal }: CallOptions,
): Promise<Uint8Array | undefined> {
  // The name is a line of the protocol with git.
  if (!/^[0-9a-f]{40,64}$/.test(commit) || /\p{Cc}/u.test(path)) return undefined
  const objects = new CatFile(gitDir)
  try {
    const found = await objects.info(`${commit}:${path}`, signal)
    if (found?.type !== 'blob' || found.size > maxBytes) return undefined
    return (await objects.contents(found.id, signal))?.content
  } finally {
    objects.close()
  }
}
