import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const folder = await mkdtemp(join(tmpdir(), 'simulated-github-'))
  const http = createServer()
  const world = new GithubWorld({
    origin: await listen(http),
    folder,
    now: options.now ?? Date.now,
    tokenLifetimeMs: options.tokenLifetimeMs ?? 3_600_000,
    pageSize: options.pageSize ?? 100,
  })
  const objects = new GithubObjects(world, contract.fixture)
  const server = new GithubServer(world, contract, objects)
  http.on('request', (request, response) => {
    server.handle(request, response).catch((error: unknown) => {
      server.violations.push(`simulator failed: ${String(error)}`)
      response.destroy()
    })
  })
  const github = new SimulatedGithub(world, server, contract, objects, async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  for (const seed of options.repositories ?? []) await github.addRepository(seed)
  return github
}

async function listen(http: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}
