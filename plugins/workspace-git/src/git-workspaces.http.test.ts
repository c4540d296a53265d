import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkspaceRequest } from '@docent/core/plugin'
import { type SimulatedGithub, simulateGithub } from '@docent/simulators'
import { ManualClock } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GitWorkspaces } from './git-workspaces.ts'

const PATH = 'acme/docs'
let github: SimulatedGithub
let directory = ''
let workspaces: GitWorkspaces
let password = ''

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'http-'))
  github = await simulateGithub({
    repositories: [{ path: PATH, files: { 'a.md': 'a\n' }, private: true, protectedBranches: ['guarded'] }],
  })
  password = github.createToken({ permissions: { contents: 'write' } })
  // No waits between attempts worth speaking of: jitter is at its least.
  workspaces = new GitWorkspaces(
    { cacheDir: join(directory, 'cache') },
    { clock: new ManualClock(), random: () => 0 },
  )
})
afterEach(async () => {
  await workspaces.close()
  await github.close()
  await rm(directory, { recursive: true })
})

describe('GitWorkspaces over HTTP', () => {
  test('publishes with a token', async () => {
    const { workspace, intent } = await edited()
    expect(await workspace.push(intent)).toEqual({ kind: 'pushed', commit: intent.commit })
    expect(await tip('docent/job')).toBe(intent.commit)
  })

  // curl itself sends a request again when a kept connection breaks without a reply: the lease must hold then too.
  test.each([{ disconnect: true }, { status: 502 }])(
    'recognises its push when the reply is lost: %o',
    async (loss) => {
      const { workspace, intent } = await edited()
      github.fail('git-receive-pack', { afterEffect: true, ...loss })
      expect(await workspace.push(intent)).toEqual({ kind: 'pushed', commit: intent.commit })
      expect(await tip('docent/job')).toBe(intent.commit)
      expect(await github.git(PATH).commitsBetween('main', 'docent/job')).toBe(1)
    },
  )

  test('tries again when the host breaks off or is overloaded', async () => {
    github.fail('git-upload-pack', { disconnect: true })
    const { workspace, intent } = await edited()
    github.fail('git-receive-pack', { status: 503 })
    expect((await workspace.push(intent)).kind).toBe('pushed')
  })

  test('gives up with a retryable error when the host stays away', async () => {
    github.fail('*', { status: 502, times: 100 })
    await expect(open()).rejects.toMatchObject({ code: 'git_host_failed', isRetryable: true })
  })

  test('tells to mend wrong credentials, without showing them', async () => {
    password = 'ghp_wrong'
    const error: unknown = await open().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'git_host_misconfigured', isRetryable: false })
    const { cause, message } = error as Error
    expect([message, String(cause), String((cause as Error).cause)].join()).not.toContain('ghp_wrong')
    expect(message).toContain(`/${PATH}`)
  })

  test('tells to mend permissions that only allow reading', async () => {
    password = github.createToken({ permissions: { contents: 'read' } })
    const { workspace, intent } = await edited()
    await expect(workspace.push(intent)).rejects.toMatchObject({
      code: 'git_host_misconfigured',
      message: expect.stringContaining('refused the push'),
    })
  })

  test('tells to mend a protected branch', async () => {
    const { workspace, intent } = await edited({ branch: 'guarded' })
    await expect(workspace.push(intent)).rejects.toMatchObject({
      code: 'git_host_misconfigured',
      message: expect.stringContaining('guarded'),
    })
    expect(await tip('guarded')).toBeUndefined()
  })

  test('tells when a repository does not exist', async () => {
    await expect(open({ repository: `${github.origin}/acme/none` })).rejects.toMatchObject({
      code: 'git_host_misconfigured',
    })
  })
})

function open(request: Partial<WorkspaceRequest> = {}) {
  const repository = request.repository ?? `${github.origin}/${PATH}`
  const remote = async () => ({
    url: `${repository}.git`,
    credentials: { username: 'x-access-token', password },
  })
  return workspaces.open({ repository, remote, branch: 'docent/job', from: 'main', keep: 'job', ...request })
}

async function edited(request: Partial<WorkspaceRequest> = {}) {
  const workspace = await open(request)
  await workspace.write('a.md', 'b\n')
  const author = { name: 'Docent', email: 'docent@example.com' }
  return { workspace, intent: await workspace.commit({ message: 'docs: b', author, date: 0 }) }
}

async function tip(branch: string): Promise<string | undefined> {
  return (await github.git(PATH).branches()).get(branch)
}
