import { gitHostContract, signGiteaWebhook, simulateGitea } from '@docent/testing'
import { GiteaGitHost } from './gitea-git-host.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

const PATH = 'acme/docs'

for (const server of ['gitea', 'forgejo'] as const) {
  gitHostContract(server, async () => {
    const gitea = await simulateGitea({
      repositories: [{ path: PATH, files: { 'README.md': 'hello\n' }, private: true }],
    })
    const options = GiteaOptions.parse({
      token: gitea.createToken(),
      baseUrl: gitea.origin,
      webhookSecret: 'hush',
      retryDelayMs: 1,
    })
    const quiet = (): void => undefined
    const host = () =>
      new GiteaGitHost(resolveSettings(options, {}), {
        clock: { now: Date.now },
        logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      })
    return {
      host: host(),
      peer: host(),
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
      delivery() {
        const push = { branch: 'main', before: 'a'.repeat(40), after: 'b'.repeat(40) }
        const payload = gitea.payloads.push(gitea.repository(PATH), push)
        const { headers, body, deliveryId } = signGiteaWebhook('push', payload, 'hush', { host: server })
        const expected = {
          kind: 'push',
          repository: gitea.url(PATH),
          branch: 'main',
          commit: push.after,
          deliveryId,
        } as const
        return { headers, body, expected }
      },
      async close() {
        await gitea.close()
        gitea.assertNoViolations()
      },
    }
  })
}
