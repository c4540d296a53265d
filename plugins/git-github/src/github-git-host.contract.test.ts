import type { Logger } from '@docent/core'
import {
  type GitHostContext,
  gitHostContract,
  type Permissions,
  type SimulatedGithub,
  simulateGithub,
} from '@docent/testing'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

const quiet = (): void => undefined
const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A host that waits for nothing. */
function makeHost(github: SimulatedGithub, identity: object): GithubGitHost {
  const options = GithubOptions.parse({
    ...identity,
    baseUrl: github.apiUrl,
    writeIntervalMs: 0,
    retryDelayMs: 1,
    maxRateLimitWaitMs: 0,
    webhookSecret: 'hush',
  })
  return new GithubGitHost(resolveSettings(options, {}), { clock: { now: Date.now }, logger })
}

async function contextOf(
  makeIdentity: (github: SimulatedGithub) => object,
  enforcesAccess: boolean,
  { isPublic = false } = {},
): Promise<GitHostContext & { github: SimulatedGithub }> {
  const github = await simulateGithub()
  const files = { 'README.md': 'hello\n' }
  await github.addRepository({ path: 'acme/docs', private: !isPublic, files })
  const git = github.git('acme/docs')
  const identity = makeIdentity(github)
  const repository = `${github.origin}/acme/docs`
  return {
    github,
    host: makeHost(github, identity),
    peer: makeHost(github, identity),
    repository,
    missing: `${github.origin}/acme/missing`,
    foreign: 'https://git.example.com/acme/docs',
    enforcesAccess,
    pushBranch: async (branch, files) => {
      const commit = await git.commit(branch, files, { from: 'main' })
      // GitHub looks at its pull requests at every push.
      const [pull] = github.repository('acme/docs').pulls
      if (pull) await github.pull('acme/docs', pull.number)
      return commit
    },
    deleteBranch: (branch) => git.deleteBranch(branch),
    async mergePull(number) {
      await github.mergePull('acme/docs', number)
    },
    closePull: (number) => github.closePull('acme/docs', number),
    delivery() {
      const [before, after] = ['a'.repeat(40), 'b'.repeat(40)]
      const payload = github.payloads.push(github.repository('acme/docs'), {
        branch: 'main',
        before,
        after,
        at: Date.UTC(2026, 0, 2),
      })
      const { headers, body, deliveryId } = github.webhook('push', payload, 'hush')
      return { headers, body, expected: { kind: 'push', branch: 'main', commit: after, deliveryId } }
    },
    close: async () => {
      try {
        github.assertNoViolations()
      } finally {
        await github.close()
      }
    },
  }
}

/** Everything of jobs happens in a fork, and everything of people upstream. */
async function forkContext(): Promise<GitHostContext> {
  const context = await contextOf(
    (github) => ({ token: github.createToken({ login: 'robot', classic: true }), forks: 'use' }),
    false,
    { isPublic: true },
  )
  const { github, host, repository } = context
  const inFork = async () => {
    await host.remote(repository, { access: 'write' })
    return github.git('robot/docs')
  }
  const look = async () => {
    const [pull] = github.repository('acme/docs').pulls
    if (pull) await github.pull('acme/docs', pull.number)
  }
  return {
    ...context,
    async pushBranch(branch, files) {
      if (branch === 'main') return context.pushBranch(branch, files)
      const fork = await inFork()
      const main = (await github.git('acme/docs').branches()).get('main') ?? ''
      await fork.git('fetch', '--quiet', github.repository('acme/docs').gitDir, main)
      const commit = await fork.commit(branch, files, { from: main })
      await look()
      return commit
    },
    async deleteBranch(branch) {
      await (await inFork()).deleteBranch(branch)
      await look()
    },
  }
}

const permissions: Permissions = { contents: 'write', pull_requests: 'write', metadata: 'read' }

gitHostContract('GitHub with a token', () =>
  contextOf((github) => ({ token: github.createToken({ permissions }) }), false),
)

gitHostContract('GitHub with an App', () =>
  contextOf((github) => {
    github.installApp('acme', { permissions })
    return { app: { appId: github.app.id, privateKey: github.app.privateKey } }
  }, true),
)

gitHostContract('GitHub in a fork', forkContext)
