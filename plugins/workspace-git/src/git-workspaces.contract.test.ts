import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ManualClock, makeGitOrigin, type WorkspacesContext, workspacesContract } from '@docent/testing'
import { GitWorkspaces } from './git-workspaces.ts'

const VARIANTS = [
  { shallow: true, format: 'sha1' },
  { shallow: false, format: 'sha1' },
  { shallow: true, format: 'sha256' },
] as const

for (const { shallow, format } of VARIANTS) {
  workspacesContract(
    `git with ${format}, ${shallow ? 'shallow' : 'whole'} first fetch`,
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
        makeRepository: (files) => makeGitOrigin(join(directory, `origin-${count++}.git`), files, { format }),
        async close() {
          await workspaces.close()
          await others.close()
          await rm(directory, { recursive: true })
        },
      }
    },
  )
}
