import { defined } from '@docent/core/plugin'
import { type SimulatedGitea, signGiteaWebhook, simulateGitea } from '@docent/simulators'
import {
  type DeliveryDraft,
  type GitHostContext,
  gitHostContract,
  gitHostFaults,
  HostTraffic,
  RecordedLog,
} from '@docent/testing'
import { GiteaGitHost } from './gitea-git-host.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

const PATH = 'acme/docs'
const SECRET = 'hush, a secret of webhooks'

gitHostContract('gitea', () => contextOf('gitea'))
gitHostContract('forgejo', () => contextOf('forgejo'))
gitHostFaults('gitea', () => contextOf('gitea'))

async function contextOf(server: 'gitea' | 'forgejo'): Promise<GitHostContext> {
  const members = { 'docent-bot': 'admin', 'a-writer': 'writer' } as const
  const gitea = await simulateGitea({
    repositories: [{ path: PATH, files: { 'README.md': 'hello\n' }, private: true, members }],
    pageSize: 2,
  })
  const [traffic, log] = [new HostTraffic(), new RecordedLog()]
  const given = {
    token: gitea.createToken(),
    baseUrl: gitea.origin,
    webhookSecret: SECRET,
    retryDelayMs: 1,
  }
  const host = (more: object = {}) =>
    new GiteaGitHost(resolveSettings(GiteaOptions.parse({ ...given, ...more }), {}), {
      clock: { now: Date.now },
      logger: log,
      fetch: traffic.fetch,
    })
  return {
    host: host(),
    peer: host(),
    pageSize: 2,
    network:
      server === 'gitea'
        ? { traffic, log, impatient: host({ timeoutMs: 100 }), secrets: [SECRET] }
        : { none: 'the requests are those to Gitea' },
    repository: gitea.url(PATH),
    missing: gitea.url('acme/missing'),
    foreign: 'https://git.example.com/acme/docs',
    // A token is as wide as its scopes, for fetching as for pushing.
    enforcesAccess: false,
    pushBranch: (branch, files) => gitea.git(PATH).commit(branch, files, { from: 'main' }),
    deleteBranch: (branch) => gitea.git(PATH).deleteBranch(branch),
    async mergePull(number) {
      await gitea.mergePull(PATH, number)
    },
    closePull: (number) => gitea.closePull(PATH, number),
    openForkPull: async (branch, base) => (await gitea.openForkPull(PATH, { branch, base })).number,
    async reviewComment(number, body) {
      const review = await gitea.addReview(PATH, number, {
        login: 'a-writer',
        content: '',
        comments: [{ path: 'a.md', line: 1, body }],
      })
      return `review:${review.id}`
    },
    rename: async () => gitea.renameRepository(PATH, 'acme/handbook'),
    webhooks: {
      replay: 'id',
      signatureHeaders: ['x-gitea-signature', 'x-forgejo-signature'],
      otherSecret: 'another secret',
      delivery: (draft) => deliveryOf(gitea, server, draft),
    },
    async close() {
      await gitea.close()
      gitea.assertNoViolations()
    },
  }
}

async function deliveryOf(
  gitea: SimulatedGitea,
  server: 'gitea' | 'forgejo',
  { event = { kind: 'push' }, secret = SECRET, id }: DeliveryDraft = {},
) {
  const repository = gitea.repository(PATH)
  const common = { repository: gitea.url(PATH) }
  const signed = (name: string, payload: object, expected: object) => {
    const options = { host: server, ...defined({ deliveryId: id }) }
    const { headers, body, deliveryId } = signGiteaWebhook(name, payload, secret, options)
    return { headers, body, expected: { ...common, deliveryId, ...expected } }
  }
  if (event.kind === 'push' || event.kind === 'tag-push') {
    const push = { branch: 'main', before: 'a'.repeat(40), after: 'b'.repeat(40) }
    const expected = { kind: 'push', branch: 'main', commit: push.after }
    const payload = gitea.payloads.push(repository, push)
    if (event.kind === 'tag-push') return signed('push', { ...payload, ref: 'refs/tags/main' }, {})
    return signed('push', payload, expected)
  }
  if (event.kind === 'fork-pull') {
    const pull = await gitea.openForkPull(PATH, { branch: event.branch, base: 'main' })
    return signed('pull_request', gitea.payloads.pullRequest(repository, pull, 'opened'), {})
  }
  if (event.kind === 'merged') {
    const pull = await gitea.pull(PATH, event.number)
    const payload = gitea.payloads.pullRequest(repository, pull, 'closed')
    return signed('pull_request', payload, { ended: { by: pull.merged?.by.login } })
  }
  const said = { login: event.by === 'writer' ? 'a-writer' : 'a-stranger', body: 'Please go on.' }
  const comment = await gitea.addComment(PATH, event.number, said)
  const pull = await gitea.pull(PATH, event.number)
  const expected = { author: said.login, body: said.body }
  return signed('issue_comment', gitea.payloads.comment(repository, pull, comment), expected)
}
