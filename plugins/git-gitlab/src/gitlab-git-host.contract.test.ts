import { type SimulatedGitlab, signGitlabWebhook, simulateGitlab } from '@docent/simulators'
import { type DeliveryDraft, gitHostContract, HostTraffic, RecordedLog } from '@docent/testing'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { GitlabOptions, resolveSettings } from './options.ts'

const PATH = 'acme/handbooks/docs'
const SIGNING_TOKEN = `whsec_${Buffer.from('a signing token of 32 bytes, new').toString('base64')}`

gitHostContract('gitlab', async () => {
  const members = { 'docent-bot': 'writer', 'a-writer': 'writer' } as const
  const gitlab = await simulateGitlab({
    repositories: [{ path: PATH, files: { 'README.md': 'hello\n' }, private: true, members }],
    pageSize: 2,
  })
  const [traffic, log] = [new HostTraffic(), new RecordedLog()]
  const given = {
    token: gitlab.createToken(),
    baseUrl: gitlab.origin,
    webhookSigningToken: SIGNING_TOKEN,
    retryDelayMs: 1,
  }
  const host = (more: object = {}) =>
    new GitlabGitHost(resolveSettings(GitlabOptions.parse({ ...given, ...more }), {}), {
      clock: { now: () => Date.now() },
      logger: log,
      fetch: traffic.fetch,
    })
  return {
    host: host(),
    peer: host(),
    pageSize: 2,
    network: { traffic, log, impatient: host({ timeoutMs: 100 }), secrets: [SIGNING_TOKEN] },
    repository: gitlab.url(PATH),
    missing: gitlab.url('acme/missing'),
    foreign: 'https://git.example.com/acme/docs',
    // A GitLab token is as wide as its scopes, for fetching as for pushing.
    enforcesAccess: false,
    pushBranch: (branch, files) => gitlab.git(PATH).commit(branch, files, { from: 'main' }),
    deleteBranch: (branch) => gitlab.git(PATH).deleteBranch(branch),
    async mergePull(number) {
      await gitlab.mergePull(PATH, number)
    },
    closePull: (number) => gitlab.closePull(PATH, number),
    openForkPull: async (branch, base) => (await gitlab.openForkPull(PATH, { branch, base })).number,
    async reviewComment(number, body) {
      const said = { login: 'a-writer', body, path: 'a.md', line: 1 }
      const { id, thread } = await gitlab.addComment(PATH, number, said)
      return `note:${id}:${thread}`
    },
    rename: async () => gitlab.renameRepository(PATH, 'acme/handbooks/manual'),
    webhooks: {
      replay: 'time',
      signatureHeaders: ['webhook-signature'],
      otherSecret: `whsec_${Buffer.from('another signing token, 32 bytes').toString('base64')}`,
      delivery: (draft) => deliveryOf(gitlab, draft),
    },
    async close() {
      await gitlab.close()
      gitlab.assertNoViolations()
    },
  }
})

async function deliveryOf(
  gitlab: SimulatedGitlab,
  { event = { kind: 'push' }, secret = SIGNING_TOKEN, id, signedAt = Date.now() }: DeliveryDraft = {},
) {
  const project = gitlab.repository(PATH)
  const common = { repository: gitlab.url(PATH) }
  const signed = (payload: Record<string, unknown>, expected: object) => {
    const secrets = { signingToken: secret, now: signedAt }
    const { headers, body, deliveryId } = signGitlabWebhook(payload, secrets, id)
    return { headers, body, expected: { ...common, deliveryId, ...expected } }
  }
  if (event.kind === 'push' || event.kind === 'tag-push') {
    const push = { branch: 'main', before: 'a'.repeat(40), after: 'b'.repeat(40) }
    const payload = gitlab.payloads.push(project, push)
    if (event.kind === 'tag-push')
      return signed({ ...payload, object_kind: 'tag_push', ref: 'refs/tags/main' }, {})
    return signed(payload, { kind: 'push', branch: 'main', commit: push.after })
  }
  if (event.kind === 'fork-pull') {
    const pull = await gitlab.openForkPull(PATH, { branch: event.branch, base: 'main' })
    return signed(gitlab.payloads.mergeRequest(project, pull, 'open'), {})
  }
  if (event.kind === 'merged') {
    const pull = await gitlab.pull(PATH, event.number)
    return signed(gitlab.payloads.mergeRequest(project, pull, 'merge'), { ended: { by: 'a-person' } })
  }
  const said = { login: event.by === 'writer' ? 'a-writer' : 'a-stranger', body: 'Please go on.' }
  const comment = await gitlab.addComment(PATH, event.number, said)
  const pull = await gitlab.pull(PATH, event.number)
  return signed(gitlab.payloads.note(project, pull, comment), { author: said.login, body: said.body })
}
