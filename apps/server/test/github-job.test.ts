import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, Logger } from '@docent/core/plugin'
import { GithubGitHost, GithubOptions, resolveSettings } from '@docent/git-github'
import { type SimulatedGithub, simulateGithub } from '@docent/simulators'
import type { Script } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { agentRig, rigProject } from './crash/agent-rig.ts'

let cleanups: Array<() => void | Promise<void>> = []
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  cleanups = []
})

const script: Script = (options) => {
  const step = options.prompt.filter((message) => message.role === 'assistant').length
  if (step % 2 === 0)
    return {
      toolCalls: [
        { toolName: 'write_file', input: { path: `docs/page-${step}.md`, content: `# Page ${step}\n` } },
      ],
    }
  return { text: `Step ${step} is done.` }
}

async function scene(
  credentials: 'token' | 'app' | 'fork' | 'no-fork',
  prepare?: (github: SimulatedGithub) => void,
) {
  const isForking = credentials === 'fork' || credentials === 'no-fork'
  const directory = mkdtempSync(join(tmpdir(), 'docent-github-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const github = await simulateGithub({
    repositories: [
      {
        path: 'acme/docs',
        files: { 'docs/index.md': '# Home\n' },
        private: !isForking,
        collaborators: { writer: 'write' },
      },
    ],
  })
  cleanups.push(() => github.close())
  prepare?.(github)
  const logs: string[] = []
  const log = (fields: object, message: string) => {
    const { err, ...rest } = fields as { err?: Error }
    logs.push(JSON.stringify({ ...rest, message, error: err && [err.message, err.stack, String(err.cause)] }))
  }
  const logger: Logger = { debug: log, info: log, warn: log, error: log }
  const token = github.createToken(isForking ? { login: 'robot', classic: true } : {})
  const installation = github.installApp('acme')
  const written =
    credentials !== 'app' ? { token } : { app: { appId: github.app.id, privateKey: github.app.privateKey } }
  const options = GithubOptions.parse({
    ...written,
    ...(credentials === 'fork' ? { forks: 'use' } : {}),
    baseUrl: github.apiUrl,
    writeIntervalMs: 0,
    retryDelayMs: 1,
  })
  const host = new GithubGitHost(resolveSettings(options, {}), { clock: { now: () => Date.now() }, logger })
  const rig = agentRig({ directory, script, wrapHost: () => host })
  cleanups.push(() => rig.close())
  const project = { ...rigProject(`${github.origin}/acme/docs`), docsPath: 'docs' }
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  rig.worker.start()
  const ended = async (job: Job, run = 1): Promise<Job> => {
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type === 'run-finished' && event.run === run) return (await rig.jobs.get(job.id)) as Job
    }
    throw new Error(`The job did not end. ${logs.join('\n')}`)
  }
  const create = () =>
    rig.create.create({ project, apiVersion: 'v2', messages: [{ role: 'user', content: 'Add a page' }] })
  return { github, installation, rig, project, create, ended, logs, token, directory }
}

/** Everything on disk below a folder, as text. */
function contents(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
}

describe('an agent job on GitHub', () => {
  test.each(['token', 'app'] as const)(
    'opens one pull request with a %s, and a follow-up adds a commit to it',
    async (credentials) => {
      const { github, rig, project, create, ended } = await scene(credentials)
      const job = await create()
      const done = await ended(job)
      expect(done).toMatchObject({
        status: 'completed',
        pullRequest: { number: 1, url: `${github.origin}/acme/docs/pull/1` },
      })
      expect(await github.git('acme/docs').readFile(job.source.ref, 'docs/page-0.md')).toBe('# Page 0\n')
      await rig.send.send({ project, id: job.id, prompt: 'And one more' })
      const again = await ended(job, 2)
      expect(again.pullRequest?.number).toBe(1)
      expect(await github.git('acme/docs').readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
      expect((await github.pull('acme/docs', 1)).body).toContain('And one more')
      expect(github.requests.filter((request) => request.operation === 'pulls/create')).toHaveLength(1)
      github.assertNoViolations()
    },
  )

  test('gives its pull request the labels and reviewers of the project', async () => {
    const { github, rig, project, ended } = await scene('token')
    const agent = {
      comments: { enabled: false, mention: '@docent' },
      labels: ['docs', 'docent'],
      reviewers: ['@asker'],
      draft: true,
    }
    await rig.projects.put({ ...project, agent })
    const messages = [{ role: 'user' as const, content: 'Add a page' }]
    const job = await rig.create.create({ project, apiVersion: 'v2', messages, userId: 'writer' })
    await ended(job)
    const pull = await github.pull('acme/docs', 1)
    expect(pull).toMatchObject({ labels: ['docs', 'docent'], reviewers: ['writer'], draft: true })
    github.assertNoViolations()
  })

  test('opens no second pull request when the reply to the first was lost', async () => {
    const { github, create, ended } = await scene('token', (host) =>
      host.fail('pulls/create', { status: 502, times: 1, afterEffect: true }),
    )
    expect((await ended(await create())).pullRequest?.number).toBe(1)
    await expect(github.pull('acme/docs', 2)).rejects.toThrow()
  })

  test.each([
    [
      'the App is not installed',
      (github: SimulatedGithub, installation: number) => github.uninstallApp(installation),
    ],
    [
      'the installation is suspended',
      (github: SimulatedGithub, installation: number) => github.suspendInstallation(installation),
    ],
    ['the repository is gone', (github: SimulatedGithub) => github.deleteRepository('acme/docs')],
    ['the repository is archived', (github: SimulatedGithub) => github.archiveRepository('acme/docs')],
  ])('fails at once with git_host_misconfigured and how to mend it when %s', async (_what, breakIt) => {
    const { github, installation, rig, create, ended } = await scene('app')
    breakIt(github, installation)
    const job = await ended(await create())
    expect(job).toMatchObject({ status: 'failed', haltReason: 'git_host_misconfigured' })
    expect(job.messageToUser).toMatch(/install|grant|check|App|permission|exist|unarchive/i)
    expect(rig.model.calls).toEqual([])
  })

  test('with a token that may not push fails before a model is asked, with both ways to mend it', async () => {
    const { github, rig, create, ended } = await scene('no-fork')
    const job = await ended(await create())
    expect(job).toMatchObject({ status: 'failed', haltReason: 'git_host_misconfigured' })
    expect(job.messageToUser).toMatch(/give it write access.*forks: "use"/)
    expect(rig.model.calls).toEqual([])
    expect(github.repositories).toHaveLength(1)
  })

  test('works in a fork where that is set, through lost replies and follow-ups, and in the newest of upstream', async () => {
    const { github, rig, project, create, ended } = await scene('fork', (host) => {
      host.fail('repos/create-fork', { status: 502, times: 1, afterEffect: true })
      host.fail('pulls/create', { disconnect: true, times: 1, afterEffect: true })
    })
    const job = await create()
    const done = await ended(job)
    expect(done).toMatchObject({
      status: 'completed',
      pullRequest: { number: 1, url: `${github.origin}/acme/docs/pull/1` },
    })
    expect([...(await github.git('acme/docs').branches()).keys()]).toEqual(['main'])
    expect(await github.git('robot/docs').readFile(job.source.ref, 'docs/page-0.md')).toBe('# Page 0\n')
    expect((await github.pull('acme/docs', 1)).head.fork?.owner.login).toBe('robot')
    await github.git('acme/docs').commit('main', { 'docs/upstream.md': '# Upstream\n' })
    await rig.send.send({ project, id: job.id, prompt: 'And one more' })
    expect((await ended(job, 2)).pullRequest?.number).toBe(1)
    expect(await github.git('robot/docs').readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
    await github.mergePull('acme/docs', 1)
    await rig.send.send({ project, id: job.id, prompt: 'After the merge' })
    const third = await ended(job, 3)
    expect(third).toMatchObject({ status: 'completed', pullRequest: { number: 2 } })
    // Begun where upstream is now, not where the fork was.
    const branch = third.pullRequest?.branch ?? ''
    expect(await github.git('robot/docs').readFile(branch, 'docs/upstream.md')).toBe('# Upstream\n')
    expect(github.repositories).toHaveLength(2)
    github.assertNoViolations()
  })

  test.each([
    [
      'a rule protects its branches',
      { protectedBranches: new Set(['docent/*']) },
      /GH006: Protected branch.*branch rules/,
    ],
    ['commits must be signed', { signedCommits: true }, /verified signatures.*Docent does not sign commits/],
  ])('says in the end why its push was declined when %s', async (_what, rule, words) => {
    const { github, create, ended } = await scene('app')
    Object.assign(github.repository('acme/docs'), rule)
    const job = await ended(await create())
    expect(job).toMatchObject({ status: 'failed', haltReason: 'git_host_misconfigured' })
    expect(job.messageToUser).toMatch(words)
  })

  test('begins at the default branch as it is named now, and says so when the one of the project is gone', async () => {
    const { github, rig, project, create, ended } = await scene('app')
    const git = github.git('acme/docs')
    await git.git('branch', '-m', 'main', 'trunk')
    github.repository('acme/docs').defaultBranch = 'trunk'
    expect((await ended(await create())).status).toBe('completed')
    expect((await github.pull('acme/docs', 1)).base.ref).toBe('trunk')
    await rig.projects.put({ ...project, branch: 'main' })
    const job = await ended(await create())
    expect(job).toMatchObject({ status: 'failed', haltReason: 'git_host_misconfigured' })
    expect(job.messageToUser).toMatch(/has no branch main.*correct the branch in the settings of the project/)
  })

  test.each([
    [
      'renamed',
      (github: SimulatedGithub) => github.renameRepository('acme/docs', 'handbook'),
      'acme/handbook',
    ],
    [
      'transferred',
      (github: SimulatedGithub) => github.transferRepository('acme/docs', 'umbrella'),
      'umbrella/docs',
    ],
  ])('goes on under the old URL when its repository was %s', async (_what, move, path) => {
    const { github, rig, project, create, ended } = await scene('token')
    const job = await create()
    await ended(job)
    move(github)
    await rig.send.send({ project, id: job.id, prompt: 'And one more' })
    const again = await ended(job, 2)
    expect(again).toMatchObject({ status: 'completed', pullRequest: { number: 1 } })
    expect(await github.git(path).readFile(job.source.ref, 'docs/page-2.md')).toBe('# Page 2\n')
    expect(github.repository(path).pulls).toHaveLength(1)
    github.assertNoViolations()
  })

  test('asks for tokens of an App with no more than each use needs, for the one repository', async () => {
    const { github, create, ended } = await scene('app')
    await github.addRepository({ path: 'acme/other', private: true })
    await ended(await create())
    const asked = github.requests.filter(
      (request) => request.operation === 'apps/create-installation-access-token',
    )
    const granted = asked.map(({ body }) => body as { repositories: string[]; permissions: object })
    expect(new Set(granted.map(({ repositories }) => repositories.join()))).toEqual(new Set(['docs']))
    expect(new Set(granted.map(({ permissions }) => JSON.stringify(permissions)))).toEqual(
      new Set([
        '{"contents":"read"}',
        '{"contents":"write"}',
        '{"contents":"read","pull_requests":"read"}',
        '{"contents":"write","pull_requests":"write"}',
      ]),
    )
  })

  test('waits out short secondary limits and opens one pull request', async () => {
    const { github, create, ended } = await scene('token', (host) => {
      host.limitSecondarily(1, 1, 'pulls/list')
      host.limitSecondarily(1, 1, 'pulls/create')
    })
    expect(await ended(await create())).toMatchObject({ status: 'completed', pullRequest: { number: 1 } })
    expect(github.repository('acme/docs').pulls).toHaveLength(1)
  })

  test.each(['token', 'app'] as const)('lets no credential out (%s)', async (credentials) => {
    const { github, rig, create, ended, logs, token, directory } = await scene(credentials)
    // Failures on the way: their messages are where credentials like to hide.
    github.fail('git-receive-pack', { status: 503, times: 1 })
    github.fail('pulls/create', { status: 500, times: 1, message: 'oops' })
    const job = await ended(await create())
    expect(job.status).toBe('completed')
    const prompts = JSON.stringify(rig.model.calls.map((call) => call.prompt))
    const { body } = await github.pull('acme/docs', 1)
    const everything = [prompts, body, logs.join('\n'), contents(directory)].join('\n')
    const used = github.requests
      .map((request) => String(request.headers.authorization ?? ''))
      .filter((header) => header !== '')
    const secrets = [
      token,
      ...used.map((header) => header.replace(/^\S+\s+/, '')),
      ...used
        .filter((header) => header.startsWith('Basic '))
        .map((header) => Buffer.from(header.slice(6), 'base64').toString().split(':')[1] ?? ''),
      github.app.privateKey.split('\n')[3] ?? '',
    ].filter((secret) => secret.length > 8)
    expect(secrets.length).toBeGreaterThan(3)
    for (const secret of secrets)
      expect(everything.includes(secret), `leaked ${secret.slice(0, 8)}…`).toBe(false)
    // The search itself works: it finds what is really there.
    expect(everything).toContain('Page 0')
  })
})
