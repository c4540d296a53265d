import { describe, expect, test } from 'vitest'
import { GitError } from './git-error.ts'
import { retryGit } from './retry-git.ts'

const failure = (kind: 'network' | 'auth') =>
  new GitError({ command: 'fetch', kind, exitCode: 128, stderr: '' })

describe('retryGit', () => {
  test('tries again what may pass, a bounded number of times', async () => {
    let calls = 0
    const work = async () => {
      calls++
      throw failure('network')
    }
    await expect(retryGit(work, { attempts: 3, delayMs: 0 })).rejects.toMatchObject({ kind: 'network' })
    expect(calls).toBe(3)
  })

  test('answers the first success, and does not repeat what a person must mend', async () => {
    const work = async (attempt: number) => {
      if (attempt < 2) throw failure('network')
      return attempt
    }
    expect(await retryGit(work, { delayMs: 0 })).toBe(2)
    let calls = 0
    const refused = retryGit(
      async () => {
        calls++
        throw failure('auth')
      },
      { delayMs: 0 },
    )
    await expect(refused).rejects.toMatchObject({ kind: 'auth' })
    expect(calls).toBe(1)
  })

  test('rejects with the reason when it is aborted while it waits', async () => {
    const controller = new AbortController()
    const waiting = retryGit(
      async () => {
        queueMicrotask(() => controller.abort(new Error('gone')))
        throw failure('network')
      },
      { delayMs: 3_600_000, signal: controller.signal },
    )
    await expect(waiting).rejects.toThrow('gone')
  })
})
