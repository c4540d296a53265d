import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ManualClock, makeGitOrigin, type WorkspacesContext, workspacesContract } from '@docent/testing'
import { GitWorkspaces } from './git-workspaces.ts'

for (const shallow of [true, false]) {
  workspacesContract(
    `git, ${shallow ? 'shallow' : 'whole'} first fetch`,
    async (): Promise<WorkspacesContext> => {
      const directory = await mkdtemp(join(tmpdir(), 'workspaces-'))
      const clock = new ManualClock()
      const [workspaces, others] = ['one', 'two'].map(
        (name) => new GitWorkspaces({ cacheDir: join(directory, name), shallow }, { clock }),
      ) as [GitWorkspaces, GitWorkspaces]
      let count = 0
      return {
        workspaces,
        others,
        makeRepository: (files) => makeGitOrigin(join(directory, `origin-${count++}.git`), files),
        async close() {
          await workspaces.close()
          await others.close()
          await rm(directory, { recursive: true })
        },
      }
    },
  )
}
