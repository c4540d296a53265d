import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GitHostMisconfigured } from '@docent/core/plugin'

/** The repositories that lie in the allowed folders. Links are followed first: none leads out of them. */
export class LocalRepositories {
  constructor(private readonly roots: readonly string[]) {}

  /**
   * The git directory of a repository, bare or with a work tree, without links in its path.
   * @throws GitHostMisconfigured when it is no `file:` URL, lies elsewhere, or is no repository.
   */
  async gitDir(repository: string): Promise<string> {
    const path = pathOf(repository)
    const target = await realPath(path)
    // Only for allowed places may a message say whether something exists.
    if (target === undefined ? !(await this.#mayHold(path)) : !(await this.#holds(target))) {
      throw new GitHostMisconfigured(
        `${repository} can't be used, because it is outside the folders that git-local allows. Add it to "projects" in docent.config.ts, or add its folder to "roots" of git-local. Then restart the server.`,
      )
    }
    for (const candidate of target === undefined ? [] : [target, join(target, '.git')]) {
      const gitDir = await realPath(candidate)
      if (gitDir !== undefined && (await this.#holds(gitDir)) && (await isRepository(gitDir))) return gitDir
    }
    throw new GitHostMisconfigured(
      `There is no git repository at ${repository}. Check the path, or run "git init" there.`,
    )
  }

  /** Git directories of the repositories directly in the folders. */
  async all(): Promise<string[]> {
    const found = new Set<string>()
    for (const root of await this.#realRoots()) {
      if (await isRepository(root)) found.add(root)
      for (const entry of await readdir(root, { withFileTypes: true })) {
        if (!entry.isDirectory()) continue
        const path = join(root, entry.name)
        for (const candidate of [path, join(path, '.git')]) {
          const gitDir = await realPath(candidate)
          if (gitDir === undefined || !(await this.#holds(gitDir)) || !(await isRepository(gitDir))) continue
          found.add(gitDir)
          break
        }
      }
    }
    return [...found]
  }

  async #holds(path: string): Promise<boolean> {
    return (await this.#realRoots()).some((root) => isWithin(path, root))
  }

  /** Of a path that does not exist. */
  async #mayHold(path: string): Promise<boolean> {
    return [...this.roots, ...(await this.#realRoots())].some((root) => isWithin(path, root))
  }

  async #realRoots(): Promise<string[]> {
    const roots = await Promise.all(this.roots.map(realPath))
    return roots.filter((root) => root !== undefined)
  }
}

function pathOf(repository: string): string {
  try {
    const path = fileURLToPath(repository)
    if (!path.includes('\0')) return path
  } catch (error) {
    // Not a URL, another protocol, a host name in it, or an encoded slash.
    if (!(error instanceof TypeError)) throw error
  }
  throw new GitHostMisconfigured(
    `${repository} is not the file: URL of a local repository, such as file:///srv/git/docs.git.`,
  )
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function realPath(path: string): Promise<string | undefined> {
  return unlessMissing(() => realpath(path))
}

async function isRepository(path: string): Promise<boolean> {
  const isOne = await unlessMissing(
    async () =>
      (await stat(join(path, 'HEAD'))).isFile() && (await stat(join(path, 'objects'))).isDirectory(),
  )
  return isOne ?? false
}

async function unlessMissing<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new GitHostMisconfigured(
      'The folder of a local repository cannot be read. Give the user of the server permission to read and write it.',
      { cause: error },
    )
  }
}
