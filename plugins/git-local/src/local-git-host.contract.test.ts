import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GitHostContext, gitHostContract, ManualClock, makeGitOrigin } from '@docent/testing'
import { LocalGitHost } from './local-git-host.ts'

gitHostContract('local', async (): Promise<GitHostContext> => {
  const directory = await mkdtemp(join(tmpdir(), 'git-local-'))
  const origin = await makeGitOrigin(join(directory, 'docs.git'), { 'README.md': 'hello\n' })
  const clock = new ManualClock()
  const options = {
    roots: [directory],
    publicUrl: () => 'http://127.0.0.1:3000',
    now: () => clock.now(),
  }
  const [host, peer] = [new LocalGitHost(options), new LocalGitHost(options)]
  return {
    host,
    peer,
    repository: origin.url,
    missing: `file://${directory}/missing.git`,
    foreign: 'https://github.com/acme/docs',
    enforcesAccess: false,
    pageSize: { none: 'every list is read from refs, whole' },
    network: { none: 'repositories are on this machine' },
    openForkPull: { none: 'a pull request always comes from a branch of its own repository' },
    reviewComment: { none: 'there are no comments' },
    rename: { none: 'a folder that was moved is not there any more' },
    pushBranch: (branch, files) => origin.commitDirectly(branch, files, { from: 'main' }),
    pushLink: (branch, path, target) =>
      origin.commitDirectly(branch, { [path]: { kind: 'symlink', target } }, { from: 'main' }),
    deleteBranch: (branch) => origin.moveBranch(branch, undefined),
    async mergePull(number) {
      await host.merge(origin.url, number)
    },
    async closePull(number) {
      await host.updatePullRequest(origin.url, number, { state: 'closed' })
    },
    close: () => rm(directory, { recursive: true }),
  }
})
