import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ManualClock, makeGitOrigin, workspacesProperty } from '@docent/testing'
import { test } from 'vitest'
import { GitWorkspaces } from './git-workspaces.ts'

test('random edits, their commit and its push agree with a plain map of files', {
  timeout: 120_000,
}, async () => {
  await workspacesProperty(
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'property-'))
      const workspaces = new GitWorkspaces(
        { cacheDir: join(directory, 'cache') },
        { clock: new ManualClock() },
      )
      return {
        workspaces,
        others: workspaces,
        makeRepository: (files) => makeGitOrigin(join(directory, 'origin.git'), files),
        async close() {
          await workspaces.close()
          await rm(directory, { recursive: true })
        },
      }
    },
    { runs: 60 },
  )
})
