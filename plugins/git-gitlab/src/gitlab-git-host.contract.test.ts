import { gitHostContract, simulateGitlab } from '@docent/testing'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { GitlabOptions, resolveSettings } from './options.ts'

const PATH = 'acme/handbooks/docs'
const SIGNING_TOKEN = `whsec_${Buffer.from('a signing token of 32 bytes, new').toString('base64')}`

gitHostContract('gitlab', async () => {
  const gitlab = await simulateGitlab({
    repositories: [{ path: PATH, files: { 'README.md': 'hello\n' }, private: true }],
  })
  const options = GitlabOptions.parse({
    token: gitlab.createToken(),
    baseUrl: gitlab.origin,
    webhookSigningToken: SIGNING_TOKEN,
    retryDelayMs: 1,
  })
  const quiet = (): void => undefined
  const host = () =>
    new GitlabGitHost(resolveSettings(options, {}), {
      clock: { now: () => Date.now() },
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    })
  return {
    host: host(),
    peer: host(),
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
    delivery() {
      const push = { branch: 'main', before: 'a'.repeat(40), after: 'b'.repeat(40) }
      const payload = gitlab.payloads.push(gitlab.repository(PATH), push)
      const { headers, body, deliveryId } = gitlab.webhook(payload, { signingToken: SIGNING_TOKEN })
      const expected = {
        kind: 'push',
        repository: gitlab.url(PATH),
        branch: 'main',
        commit: push.after,
        deliveryId,
      } as const
      return { headers, body, expected }
    },
    async close() {
      await gitlab.close()
      gitlab.assertNoViolations()
    },
  }
})
