import type { CallOptions } from '@docent/core/plugin'
import { retryGit } from '../run/retry-git.ts'
import { type RunGitOptions, runGit } from '../run/run-git.ts'
import { Coalesce } from './coalesce.ts'

/** The refs of one repository. Another process may hold git's lock of a ref for a moment: that is waited out. */
export class RepositoryRefs {
  readonly #git: (args: readonly string[], options: RunGitOptions) => ReturnType<typeof runGit>
  readonly #updates: Coalesce<[ref: string, commit: string], void>

  constructor(options: { gitDir: string; timeoutMs: number }) {
    this.#git = (args, more) => retryGit(() => runGit(args, { ...options, ...more }), more)
    this.#updates = new Coalesce(async (updates, signal) => {
      const input = [...new Map(updates)].map(([ref, commit]) => `update ${ref}\0${commit}\0\0`).join('')
      await this.#git(['update-ref', '-z', '--stdin'], { input, signal })
    })
  }

  /** Calls of the same moment share one git process. */
  update(ref: string, commit: string, options: CallOptions = {}): Promise<void> {
    return this.#updates.ask([ref, commit], options.signal)
  }

  async delete(ref: string, options: CallOptions = {}): Promise<void> {
    await this.#git(['update-ref', '-d', '--', ref], options)
  }

  /** Full names of the refs below a prefix that ends in `/`. */
  async names(prefix: string, options: CallOptions = {}): Promise<string[]> {
    const { stdout } = await this.#git(['for-each-ref', '--format=%(refname)', prefix], options)
    return stdout.toString().split('\n').filter(Boolean)
  }
}
