import { describe, expect, test } from 'vitest'
import { classifyGitError, GitError } from './git-error.ts'

describe('classifyGitError', () => {
  test.each([
    ['auth', "fatal: could not read Username for 'https://example.com': terminal prompts disabled"],
    [
      'auth',
      "remote: Invalid username or password.\nfatal: Authentication failed for 'https://example.com/a/b/'",
    ],
    [
      'auth',
      "remote: Permission to a/b.git denied to bot.\nfatal: unable to access 'https://x/': The requested URL returned error: 403",
    ],
    ['not-found', "remote: Repository not found.\nfatal: repository 'https://example.com/a/b/' not found"],
    [
      'not-found',
      "fatal: '/srv/none' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights",
    ],
    ['not-found', "fatal: couldn't find remote ref refs/heads/none"],
    ['network', "fatal: unable to access 'https://nohost/': Could not resolve host: nohost"],
    ['network', "fatal: unable to access 'https://x/': The requested URL returned error: 502"],
    ['network', 'error: RPC failed; curl 56 Recv failure\nfatal: early EOF'],
    ['rejected', '!\tabc:refs/heads/a\t[rejected] (stale info)\nerror: failed to push some refs'],
    [
      'protected',
      "! [remote rejected] abc -> a (cannot lock ref 'refs/heads/a': 'refs/heads/a/b' exists; cannot create 'refs/heads/a')",
    ],
    ['protected', '!\tabc:refs/heads/a\t[remote rejected] (protected branch hook declined)'],
    ['protected', 'remote: error: GH006: Protected branch update failed for refs/heads/main.'],
    ['lock', "error: cannot lock ref 'refs/heads/a': Unable to create '/x/a.lock': File exists."],
    [
      'corrupt',
      'remote: fatal: bad tree object 8a01d40\nerror: git upload-pack: git-pack-objects died with error.\nfatal: git upload-pack: aborting due to possible repository corruption on the remote side.\nremote: aborting due to possible repository corruption on the remote side.\nfatal: protocol error: bad pack header',
    ],
    [
      'corrupt',
      'fatal: packed object ea3f823 (stored in ./objects/pack/pack-e48.pack) is corrupt\nfatal: the remote end hung up unexpectedly',
    ],
    [
      'corrupt',
      `error: Could not read ${'1'.repeat(40)}\nerror: remote unpack failed: eof before pack header was fully read\n ! [remote rejected] abc -> a (unpacker error)`,
    ],
    ['auth', 'git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.'],
    ['disk', "error: cannot open '/x/FETCH_HEAD': Permission denied"],
    ['disk', "fatal: Unable to create '/x/shallow.lock': Permission denied"],
    ['disk', 'error: insufficient permission for adding an object to repository database ./objects'],
    ['disk', 'fatal: write error: No space left on device'],
    [
      'protected',
      'remote: fatal: cannot mkdir x: Permission denied\n! [remote rejected] abc -> a (unpacker error)',
    ],
    ['other', 'fatal: something new'],
  ] as const)('finds %s in git’s words', (kind, words) => {
    expect(classifyGitError(words)).toBe(kind)
  })

  test('only failures that may pass are retryable', () => {
    const retryable = (
      [
        'auth',
        'not-found',
        'network',
        'rejected',
        'protected',
        'lock',
        'corrupt',
        'disk',
        'timeout',
        'size',
      ] as const
    ).filter((kind) => new GitError({ command: 'fetch', kind, exitCode: 128, stderr: '' }).isRetryable)
    expect(retryable).toEqual(['network', 'lock', 'disk', 'timeout'])
  })
})
