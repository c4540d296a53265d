import { rm } from 'node:fs/promises'
import { type CallOptions, DocentError, sleep } from '@docent/core/plugin'
import { formatOfId, type ObjectFormat, readObjectFormat } from '../objects/object-format.ts'
import { asDiskFailure } from '../run/disk-failure.ts'
import { GitError, type GitErrorKind } from '../run/git-error.ts'
import { runGit } from '../run/run-git.ts'
import { createBareRepository } from './create-bare-repository.ts'
import { pathExists } from './path-exists.ts'

interface PresenceParts {
  gitDir: string
  url: string
  /** Longest check of the repository, ms. */
  timeoutMs: number
  onRenewed(): void
}

/** A repository that others may be using is made anew only when so many checks in a row find it damaged. */
const CHECKS = 2
const BETWEEN_CHECKS_MS = 250

/** Failures that a missing or damaged repository can cause; all others are the remote's, or the caller's own. */
const SUSPICIOUS: ReadonlySet<GitErrorKind> = new Set(['corrupt', 'not-found', 'other'])

/**
 * Keeps a cached repository there and whole. A cache holds nothing that cannot be fetched again: one that was deleted,
 * or whose files are damaged, is made anew.
 */
export class RepositoryPresence {
  readonly #parts: PresenceParts
  #ensuring: Promise<void> | undefined
  #renewing: Promise<boolean> | undefined
  #wasThere = false
  #format: ObjectFormat | undefined
  /** Grows each time that the repository is made anew. */
  #generation = 0

  constructor(parts: PresenceParts) {
    this.#parts = parts
  }

  get generation(): number {
    return this.#generation
  }

  /** Those who ask at once wait for the same answer. */
  ensure(): Promise<void> {
    this.#ensuring ??= this.#ensure()
      .catch((error: unknown) => {
        throw asDiskFailure(error)
      })
      .finally(() => {
        this.#ensuring = undefined
      })
    return this.#ensuring
  }

  async format(): Promise<ObjectFormat> {
    await this.ensure()
    this.#format ??= await readObjectFormat(this.#parts.gitDir)
    return this.#format
  }

  /**
   * Makes the cache anew in the object format of the remote, if it has another one.
   * @param id of an object of the remote: 64 digits in a repository with SHA-256.
   */
  async adoptFormat(id: string): Promise<void> {
    const wanted = formatOfId(id)
    if ((await this.format()) === wanted) return
    this.#format = wanted
    await rm(this.#parts.gitDir, { recursive: true, force: true, maxRetries: 3 })
    await this.ensure()
  }

  async healing<Result>(
    work: () => Promise<Result>,
    restore: (error: unknown) => Promise<boolean>,
    options: CallOptions,
  ): Promise<Result> {
    const generation = this.#generation
    try {
      return await work()
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!isSuspicious(error)) throw error
      const renewed = generation !== this.#generation || (await this.#renewWhenDamaged())
      const restored = await restore(error)
      if (!renewed && !restored) throw error
      return work()
    }
  }

  async #ensure(): Promise<void> {
    const { gitDir, url, onRenewed } = this.#parts
    if (this.#wasThere && (await pathExists(`${gitDir}/HEAD`))) return
    await createBareRepository(gitDir, url, this.#format)
    if (this.#wasThere) {
      this.#generation += 1
      onRenewed()
    }
    this.#wasThere = true
  }

  /** One check and one renewal at a time, for all who noticed. @returns true when it was damaged */
  #renewWhenDamaged(): Promise<boolean> {
    this.#renewing ??= this.#renew()
      .catch((error: unknown) => {
        throw asDiskFailure(error)
      })
      .finally(() => {
        this.#renewing = undefined
      })
    return this.#renewing
  }

  async #renew(): Promise<boolean> {
    const { gitDir } = this.#parts
    const generation = this.#generation
    // A fetch of another process looks like damage while it goes on: what is damaged is so a moment later, too.
    for (let check = 1; check <= CHECKS; check++) {
      if (check > 1) await sleep(BETWEEN_CHECKS_MS)
      if (await this.#isWhole()) return generation !== this.#generation
    }
    await rm(gitDir, { recursive: true, force: true, maxRetries: 3 })
    await this.ensure()
    return true
  }

  async #isWhole(): Promise<boolean> {
    const { gitDir, timeoutMs } = this.#parts
    if (!(await pathExists(`${gitDir}/HEAD`))) return false
    try {
      await runGit(['fsck', '--no-dangling', '--no-progress'], { gitDir, timeoutMs })
      return true
    } catch (error) {
      // This machine is at its limits, which says nothing of the repository.
      if (DocentError.is(error) && error.isLocal) throw error
      // Too large to be checked in time: that says nothing against it.
      return GitError.is(error) && error.kind === 'timeout'
    }
  }
}

function isSuspicious(error: unknown): boolean {
  if (GitError.is(error)) return SUSPICIOUS.has(error.kind)
  if (DocentError.is(error)) return error.code === 'internal' || error.code === 'git_host_failed'
  return (
    error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR|EISDIR|EIO)$/.test(String(error.code))
  )
}
