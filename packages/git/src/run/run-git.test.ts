import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { gitEnvironment } from './git-environment.ts'
import { redact } from './redact.ts'
import { runGit } from './run-git.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'run-git-'))
  await runGit(['init', '--quiet', '--bare', directory])
})
afterAll(() => rm(directory, { recursive: true }))

describe('runGit', () => {
  test('answers stdout, and fails with exit code and words', async () => {
    const hash = await runGit(['hash-object', '-w', '--stdin'], { gitDir: directory, input: 'hello\n' })
    expect(hash.stdout.toString().trim()).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
    const failing = runGit(['cat-file', '-p', 'nothing'], { gitDir: directory })
    await expect(failing).rejects.toMatchObject({
      name: 'GitError',
      kind: 'not-found',
      exitCode: 128,
      code: 'git_host_failed',
    })
  })

  test('takes other exit codes as answers when asked to', async () => {
    const args = ['rev-parse', '--verify', '--quiet', 'refs/heads/none']
    expect(await runGit(args, { gitDir: directory, okExitCodes: [0, 1] })).toMatchObject({ exitCode: 1 })
  })

  test('inherits no git variable and no configuration of the machine', async () => {
    vi.stubEnv('GIT_DIR', '/nonexistent')
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'core.pager=evil'")
    try {
      const { stdout } = await runGit(['config', '--list', '--name-only'], { gitDir: directory })
      expect(stdout.toString()).not.toContain('core.pager')
      expect(stdout.toString()).toContain('core.hookspath')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('ends a command that takes too long', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    try {
      const remote = { url: `http://127.0.0.1:${port}/a.git` }
      const call = runGit(['ls-remote', remote.url], { remote, timeoutMs: 150 })
      await expect(call).rejects.toMatchObject({ kind: 'timeout', code: 'timeout', isRetryable: true })
    } finally {
      silent.closeAllConnections()
      await new Promise((resolve) => silent.close(resolve))
    }
  })

  test('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('gone')
    await expect(runGit(['version'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const call = runGit(['cat-file', '--batch'], {
      gitDir: directory,
      signal: controller.signal,
      input: 'x\n'.repeat(2e6),
    })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  test('hands credentials over as a header and shows them nowhere', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(403).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/owner/repo.git`
    const credentials = { username: 'x-access-token', password: 's3cr3t/+=' }
    try {
      const error: unknown = await runGit(['ls-remote', url], { remote: { url, credentials } }).catch(
        (e: unknown) => e,
      )
      expect(error).toMatchObject({ kind: 'auth' })
      expect(seen).toEqual([`Basic ${Buffer.from('x-access-token:s3cr3t/+=').toString('base64')}`])
      expect(JSON.stringify(error) + String(error)).not.toContain('s3cr3t')
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('refuses remotes of other kinds, and a file remote unless it was named', async () => {
    for (const url of ['ssh://a/b', 'ext::sh -c x', '--upload-pack=x', 'https://user:pw@example.com/a']) {
      expect(() => gitEnvironment({ remote: { url } })).toThrow(/https:\/\//)
    }
    await expect(runGit(['ls-remote', `file://${directory}`])).rejects.toMatchObject({ name: 'GitError' })
    const remote = { url: `file://${directory}` }
    expect((await runGit(['ls-remote', remote.url], { remote })).exitCode).toBe(0)
  })

  test('stops early when the reader of stdout has enough', async () => {
    let bytes = 0
    const input = 'x\n'.repeat(500_000)
    const onStdout = (piece: Buffer) => {
      bytes += piece.length
      return bytes < 100_000
    }
    expect((await runGit(['stripspace'], { input, onStdout })).exitCode).toBe(0)
    expect(bytes).toBeLessThan(500_000)
  })
})

describe('redact', () => {
  test('takes out every form of a credential', () => {
    const credentials = { username: 'bot', password: 'p/w+1' }
    const text = `p/w+1 p%2Fw%2B1 ${Buffer.from('bot:p/w+1').toString('base64')} https://bot:p%2Fw%2B1@x.org/ Authorization: Bearer abc`
    expect(redact(text, credentials)).toBe('*** *** *** https://***@x.org/ Authorization: Bearer ***')
  })
})
