import { type SimulatedGitea, signGiteaWebhook, simulateGitea } from '@docent/simulators'
import {
  type DeliveryDraft,
  type GitHostContext,
  gitHostContract,
  HostTraffic,
  RecordedLog,
} from '@docent/testing'
import { SmallGitHost, SmallOptions } from './small-git-host.ts'

const SECRET = 'a secret of webhooks'
const PATH = 'acme/docs'

gitHostContract('small', async (): Promise<GitHostContext> => {
  const members = { 'docent-bot': 'admin', 'a-writer': 'writer' } as const
  const files = { 'README.md': 'hello\n' }
  // A server on this machine with two items a page: yours, a recorded one, or the host itself in a container.
  const server = await simulateGitea({ repositories: [{ path: PATH, files, members }], pageSize: 2 })
  const traffic = new HostTraffic()
  const given = {
    baseUrl: server.origin,
    token: server.createToken(),
    webhookSecret: SECRET,
    retryDelayMs: 1,
  }
  const log = new RecordedLog()
  const host = (more: object = {}) =>
    new SmallGitHost(SmallOptions.parse({ ...given, ...more }), {
      clock: Date,
      logger: log,
      fetch: traffic.fetch,
    })
  return {
    host: host(),
    peer: host(),
    repository: server.url(PATH),
    missing: server.url('acme/missing'),
    foreign: 'https://git.example.com/acme/docs',
    enforcesAccess: false,
    pageSize: 2,
    network: { traffic, log, impatient: host({ timeoutMs: 100 }), secrets: [SECRET] },
    pushBranch: (branch, files) => server.git(PATH).commit(branch, files, { from: 'main' }),
    deleteBranch: (branch) => server.git(PATH).deleteBranch(branch),
    mergePull: async (number) => void (await server.mergePull(PATH, number)),
    closePull: (number) => server.closePull(PATH, number),
    openForkPull: async (branch, base) => (await server.openForkPull(PATH, { branch, base })).number,
    reviewComment: { none: 'answers are in the conversation' },
    rename: async () => server.renameRepository(PATH, 'acme/handbook'),
    webhooks: {
      replay: 'id',
      signatureHeaders: ['x-gitea-signature'],
      otherSecret: 'another secret',
      delivery: (draft) => deliveryOf(server, draft),
    },
    close: () => server.close(),
  }
})

async function deliveryOf(
  server: SimulatedGitea,
  { event = { kind: 'push' }, secret = SECRET, id }: DeliveryDraft = {},
) {
  const repository = server.repository(PATH)
  const signed = (name: string, payload: object, expected: object) => {
    const delivery = signGiteaWebhook(name, payload, secret, id === undefined ? {} : { deliveryId: id })
    return { ...delivery, expected: { deliveryId: delivery.deliveryId, ...expected } }
  }
  if (event.kind === 'push' || event.kind === 'tag-push') {
    const push = { branch: 'main', before: 'a'.repeat(40), after: 'b'.repeat(40) }
    const payload = server.payloads.push(repository, push)
    if (event.kind === 'tag-push') return signed('push', { ...payload, ref: 'refs/tags/main' }, {})
    return signed('push', payload, { kind: 'push', branch: 'main', commit: push.after })
  }
  if (event.kind === 'fork-pull') {
    const pull = await server.openForkPull(PATH, { branch: event.branch, base: 'main' })
    return signed('pull_request', server.payloads.pullRequest(repository, pull, 'opened'), {})
  }
  if (event.kind === 'merged') {
    const pull = await server.pull(PATH, event.number)
    return signed('pull_request', server.payloads.pullRequest(repository, pull, 'closed'), {})
  }
  const said = { login: event.by === 'writer' ? 'a-writer' : 'a-stranger', body: 'Please go on.' }
  const comment = await server.addComment(PATH, event.number, said)
  const pull = await server.pull(PATH, event.number)
  return signed('issue_comment', server.payloads.comment(repository, pull, comment), {
    author: said.login,
    body: said.body,
  })
}
