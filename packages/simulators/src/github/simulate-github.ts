import { startHost } from '../host/start-host.ts'
import { GithubObjects } from './github-objects.ts'
import type { GithubRepositorySeed } from './github-repository-seed.ts'
import { GithubServer } from './github-server.ts'
import { GithubWorld } from './github-world.ts'
import { loadGithubContract } from './open-api-contract.ts'
import { SimulatedGithub } from './simulated-github.ts'

export interface SimulateGithubOptions {
  repositories?: readonly GithubRepositorySeed[]
  /** Life of an installation token in milliseconds; an hour as on GitHub when left out. */
  tokenLifetimeMs?: number
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Most items of a page, whatever a request asks for; GitHub's 100 when left out. */
  pageSize?: number
}

/**
 * Starts a GitHub on 127.0.0.1: the REST operations of the extracted description under `/api/v3` and real git
 * over HTTP under `/{owner}/{name}.git`. Every request and every reply is judged by GitHub's own description.
 *
 * @example
 * const github = await simulateGithub({ repositories: [{ path: 'acme/docs' }] })
 * const token = github.createToken({ permissions: { contents: 'write', pull_requests: 'write' } })
 * // … use github.apiUrl and github.gitUrl('acme/docs') …
 * github.assertNoViolations()
 * await github.close()
 */
export async function simulateGithub(options: SimulateGithubOptions = {}): Promise<SimulatedGithub> {
  const contract = await loadGithubContract()
  const { now = Date.now, tokenLifetimeMs = 3_600_000, pageSize = 100 } = options
  const running = await startHost('github', (at) => {
    const world = new GithubWorld({ ...at, now, tokenLifetimeMs, pageSize })
    const objects = new GithubObjects(world, contract.fixture)
    return { world, objects, contract, server: new GithubServer(world, contract, objects) }
  })
  const github = new SimulatedGithub(running)
  for (const seed of options.repositories ?? []) await github.addRepository(seed)
  return github
}
