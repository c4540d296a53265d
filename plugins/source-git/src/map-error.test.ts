import { GitError } from '@docent/git'
import { expect, test } from 'vitest'
import { mapSourceError } from './map-error.ts'

test.each(['auth', 'not-found', 'corrupt', 'timeout', 'network', 'other'] as const)(
  'says nothing of credentials in the address of a repository (%s)',
  (kind) => {
    const error = new GitError({ command: 'fetch', kind, exitCode: 128, stderr: '' })
    const repository = 'https://reader:pull-token@git.example/docs.git'
    for (const advice of [undefined, 'Set a token.'])
      expect(String(mapSourceError(error, { repository, advice }))).not.toContain('pull-token')
  },
)
