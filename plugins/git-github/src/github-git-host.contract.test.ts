import { type Permissions, type SimulatedGithub, signWebhook, simulateGithub } from '@docent/simulators'
import {
  type DeliveryDraft,
  type GitHostContext,
  gitHostContract,
  HostTraffic,
  RecordedLog,
} from '@docent/testing'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

const SECRET = 'hush, a secret of webhooks'

interface Surroundings {
  github: SimulatedGithub
  traffic: HostTraffic
  log: RecordedLog
}

/** A host that waits for nothing. */
function makeHost({ github, traffic, log }: Surroundings, identity: object): GithubGitHost {
  const options = GithubOptions.parse({
    ...identity,
    baseUrl: github.apiUrl,
    writeIntervalMs: 0,
    retryDelayMs: 1,
    maxRateLimitWaitMs: 0,
    webhookSecret: SECRET,
  })
  const dependencies = { clock: { now: Date.now }, logger: log, fetch: traffic.fetch }
  return new GithubGitHost(resolveSettings(options, {}), dependencies)
}

async function contextOf(
  makeIdentity: (github: SimulatedGithub) => object,
  enforcesAccess: boolean,
  { isPublic = false } = {},
): Promise<GitHostContext & { github: SimulatedGithub }> {
  const github = await simulateGithub({ pageSize: 2 })
  const surroundings = { github, traffic: new HostTraffic(), log: new RecordedLog() }
  const files = { 'README.md': 'hello\n' }
  const collaborators = { 'a-writer': 'write' } as const
  await github.addRepository({ path: 'acme/docs', private: !isPublic, files, collaborators })
  const git = github.git('acme/docs')
  const identity = makeIdentity(github)
  const repository = `${github.origin}/acme/docs`
  return {
    github,
    host: makeHost(surroundings, identity),
    peer: makeHost(surroundings, identity),
    pageSize: 2,
    network: {
      traffic: surroundings.traffic,
      log: surroundings.log,
      impatient: makeHost(surroundings, { ...identity, timeoutMs: 100 }),
      secrets: [SECRET],
    },
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
    openForkPull: async (branch, base) => (await github.openForkPull('acme/docs', { branch, base })).number,
    async reviewComment(number, body) {
      const said = { login: 'a-writer', body, path: 'a.md', line: 1 }
      const { id } = await github.addComment('acme/docs', number, said)
      return `review:${id}:${id}`
    },
    rename: async () => github.renameRepository('acme/docs', 'handbook'),
    webhooks: {
      replay: 'id',
      signatureHeaders: ['x-hub-signature-256'],
      otherSecret: 'another secret',
      delivery: (draft) => deliveryOf(github, draft),
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
    network: { none: 'the requests are those of a token without a fork' },
    async pushBranch(branch, files) {
      if (branch === 'main' || branch === 'release') return context.pushBranch(branch, files)
      const fork = await inFork()
      const main = (await github.git('acme/docs').branches()).get('main') ?? ''
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

async function deliveryOf(
  github: SimulatedGithub,
  { event = { kind: 'push' }, secret = SECRET, id }: DeliveryDraft = {},
) {
  const repository = github.repository('acme/docs')
  const signed = (name: string, payload: Record<string, unknown>, expected: object) => {
    // Completed and judged by the description of the API first.
    const complete: unknown = JSON.parse(Buffer.from(github.webhook(name, payload).body).toString())
    const { headers, body, deliveryId } = signWebhook(name, complete, secret, id)
    return { headers, body, expected: { deliveryId, ...expected } }
  }
  if (event.kind === 'push' || event.kind === 'tag-push') {
    const [before, after] = ['a'.repeat(40), 'b'.repeat(40)]
    const push = { branch: 'main', before, after, at: Date.UTC(2026, 0, 2) }
    const expected = { kind: 'push', branch: 'main', commit: after }
    const payload = github.payloads.push(repository, push)
    if (event.kind === 'tag-push') return signed('push', { ...payload, ref: 'refs/tags/main' }, {})
    return signed('push', payload, expected)
  }
  if (event.kind === 'fork-pull') {
    const pull = await github.openForkPull('acme/docs', { branch: event.branch, base: 'main' })
    return signed('pull_request', github.payloads.pullRequest(repository, pull, 'opened'), {})
  }
  if (event.kind === 'merged') {
    const pull = await github.pull('acme/docs', event.number)
    const { at, by } = pull.merged ?? {}
    const expected = { ended: { at: seconds(at), by: by?.login } }
    return signed('pull_request', github.payloads.pullRequest(repository, pull, 'closed'), expected)
  }
  const said = { login: event.by === 'writer' ? 'a-writer' : 'a-stranger', body: 'Please go on.' }
  const comment = await github.addComment('acme/docs', event.number, said)
  const pull = await github.pull('acme/docs', event.number)
  const expected = { author: said.login, body: said.body }
  return signed('issue_comment', github.payloads.issueComment(repository, pull, comment), expected)
}

/** Times of the API have no milliseconds. */
function seconds(at = 0): number {
  return Math.floor(at / 1_000) * 1_000
}
