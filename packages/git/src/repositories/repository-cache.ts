import { createHash } from 'node:crypto'
import { BareRepository } from './bare-repository.ts'
import type { BareRepositoryOptions } from './bare-repository-options.ts'

/** The bare repositories below one folder, one a repository URL. */
export class RepositoryCache {
  readonly #directory: string
  readonly #options: BareRepositoryOptions
  readonly #repositories = new Map<string, BareRepository>()

  /** @param directory absolute; made when the first repository is */
  constructor(directory: string, options: BareRepositoryOptions = {}) {
    this.#directory = directory
    this.#options = options
  }

  /** The same object for the same URL, so that its reader process and its fetches are shared. Creates nothing yet. */
  repository(url: string): BareRepository {
    const known = this.#repositories.get(url)
    if (known) return known
    const name = createHash('sha256').update(url).digest('hex').slice(0, 32)
    const repository = new BareRepository(`${this.#directory}/${name}.git`, url, this.#options)
    this.#repositories.set(url, repository)
    return repository
  }

  /** Ends every reader process. The cache can be used again afterwards. */
  close(): void {
    for (const repository of this.#repositories.values()) repository.close()
    this.#repositories.clear()
  }
}
