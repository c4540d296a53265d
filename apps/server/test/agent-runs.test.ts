import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CreateJobRequest, jobView } from '@docent/core'
import { DocentError, type GitHost, GitHostMisconfigured, type Job } from '@docent/core/plugin'
import { runGit } from '@docent/git'
import { createLocalRepository } from '@docent/git-local'
import type { Script, ScriptedReply } from '@docent/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { agentRig, type RigOptions, rigProject } from './crash/agent-rig.ts'
import { wrapMethods } from './crash/wrap-methods.ts'

let cleanups: Array<() => void | Promise<void>> = []
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
  cleanups = []
})

const write = (path: string, content: string): ScriptedReply => ({
  toolCalls: [{ toolName: 'write_file', input: { path, content } }],
})

async function scene(script: Script, options: Partial<RigOptions> = {}, files: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-agent-'))
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  const pages = join(directory, 'pages')
  mkdirSync(pages)
  for (const [path, text] of Object.entries({ 'index.md': '# Home\n\nHello, reader.\n', ...files }))
    writeFileSync(join(pages, path), text)
  const path = join(directory, 'docs.git')
  await createLocalRepository({
    path,
    from: pages,
    message: 'Begin',
    author: { name: 'A', email: 'a@example.com' },
    date: 1e12,
  })
  const repository = pathToFileURL(path).href
  const rig = agentRig({ directory, script, ...options })
  cleanups.push(() => rig.close())
  const project = rigProject(repository)
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  const git = async (...args: string[]) => (await runGit(args, { gitDir: path })).stdout.toString().trim()
  const ended = async (job: Job, run = 1): Promise<Job> => {
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type === 'run-finished' && event.run === run) return (await rig.jobs.get(job.id)) as Job
    }
    throw new Error('The job did not end in time.')
  }
  const create = (prompt: string, more: Partial<CreateJobRequest> = {}) =>
    rig.create.create({ project, apiVersion: 'v2', messages: [{ role: 'user', content: prompt }], ...more })
  /** Somebody else's commit, straight into the repository. */
  const commit = async (branch: string, name: string, content: string) => {
    const data = `commit refs/heads/${branch}\ncommitter B <b@example.com> 1000000001 +0000\ndata 4\nTest\nfrom refs/heads/${branch}^0\nM 100644 inline ${name}\ndata ${Buffer.byteLength(content)}\n${content}\n`
    await runGit(['fast-import', '--quiet', '--date-format=raw'], { gitDir: path, input: data })
  }
  rig.worker.start()
  return {
    rig,
    directory,
    project,
    git,
    ended,
    create,
    commit,
    send: (job: Job, prompt: string) => rig.send.send({ project, id: job.id, prompt }),
  }
}

const WORDS = "\n\nThe agent's own words:\n\n"

describe('an agent job', () => {
  test('tells what was asked, what changed and how the checks went in its pull request', async () => {
    const { rig, project, ended, create, git } = await scene([
      {
        toolCalls: [
          {
            toolName: 'todo_write',
            input: { todos: [{ id: '1', content: 'Write it', status: 'in_progress', priority: 'high' }] },
          },
        ],
      },
      write('guide.md', '# Guide\n\nSee [home](/).\n'),
      { text: 'I added a guide.' },
    ])
    const job = await ended(await create('Add a guide page'))
    expect(job).toMatchObject({
      status: 'completed',
      messageToUser: `1 file changed (+3 −0): added guide.md.\nChecked: syntax, frontmatter, links, anchors and images of 1 page (1 link). No new problem was found.\nPull request: ${job.pullRequest?.url}${WORDS}I added a guide.`,
    })
    expect(job.todos).toEqual([{ id: '1', content: 'Write it', status: 'in_progress', priority: 'high' }])
    const pull = await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)
    expect(pull).toMatchObject({
      state: 'open',
      draft: false,
      title: 'Add guide',
      branch: job.source.ref,
      base: 'main',
    })
    for (const part of [
      '> Add a guide page',
      'I added a guide.',
      '- added `guide.md`',
      'No new problem was found.',
      job.id,
    ])
      expect(pull?.body).toContain(part)
    expect(await git('log', '-1', '--format=%an <%ae>', job.source.ref)).toBe('Docent <docent@example.com>')
  })

  test('dresses its commits and pull requests as the project says', async () => {
    const { rig, project, ended, create, git } = await scene([
      write('guide.md', '# Guide\n'),
      { text: 'I added a guide.\n\nFiles:\n- `guide.md`: explains the start' },
    ])
    const agent = {
      comments: { enabled: false, mention: '@docent' },
      labels: ['docs'],
      reviewers: ['writer', '@asker'],
      signOff: true,
      draft: true,
      titlePrefix: 'docs: ',
    }
    await rig.projects.put({ ...project, agent })
    const job = await ended(await create('Add a guide page', { userId: 'asker' }))
    const pull = await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)
    expect(pull).toMatchObject({ title: 'docs: add guide', draft: true })
    expect(pull?.body).toContain("### The agent's own words\nI added a guide.")
    expect(pull?.body).toContain('- added `guide.md` (+1 −0): explains the start')
    const ref = job.source.ref
    expect(await git('log', '-1', '--format=%s', ref)).toBe('docs: add guide')
    const trailers = await git('log', '-1', '--format=%(trailers:only,unfold)', ref)
    expect(trailers).toBe(`Docent-Job: ${job.id}\nSigned-off-by: Docent <docent@example.com>`)
  })

  test('that changes no file completes without a pull request', async () => {
    const { ended, create } = await scene([{ text: 'Nothing needs to change.' }])
    expect(await ended(await create('Check the docs'))).toMatchObject({
      status: 'completed',
      pullRequest: null,
      messageToUser: `No file was changed.${WORDS}Nothing needs to change.`,
    })
  })

  test('tells what was recorded, whatever the model says', async () => {
    const { rig, ended, create } = await scene([
      { toolCalls: [{ toolName: 'write_file', input: { path: '.github/workflows/x.yml', content: 'x' } }] },
      { text: 'Changed one sentence. All checks pass.' },
    ])
    const job = await ended(await create('Change a sentence'))
    expect(job.messageToUser).toBe(
      `No file was changed.\nThe agent tried to change files that it isn't allowed to change: .github/workflows/x.yml.${WORDS}Changed one sentence. All checks pass.`,
    )
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type !== 'run-finished') continue
      expect(event.outcome).toMatchObject({
        files: [],
        checks: null,
        refused: ['.github/workflows/x.yml'],
        stopped: null,
        unread: 0,
        agentMessage: 'Changed one sentence. All checks pass.',
      })
      break
    }
  })

  test('counts the lines of its diff, and names the move', async () => {
    const { rig, project, ended, create } = await scene(
      [
        { toolCalls: [{ toolName: 'move_file', input: { from: 'old.md', to: 'new.md' } }] },
        {
          toolCalls: [
            { toolName: 'edit_file', input: { path: 'new.md', old_text: 'b', new_text: 'B\n\nb' } },
          ],
        },
        { text: 'Moved.' },
      ],
      {},
      { 'old.md': '# Old\n\na\n\nb\n\nc\n\nd\n' },
    )
    const job = await ended(await create('Move the page'))
    expect(job.messageToUser).toContain('1 file changed (+2 −0): moved old.md to new.md.')
    const diff = (await rig.host.diff?.(project.repository, job.pullRequest?.number ?? 0)) ?? ''
    const lines = diff.split('\n')
    expect(lines.filter((line) => /^\+(?!\+\+)/.test(line))).toHaveLength(2)
    expect(lines.filter((line) => /^-(?!--)/.test(line))).toHaveLength(0)
  })

  test('honours asDraft and continues an existing branch', async () => {
    const { rig, project, ended, create, git } = await scene([write('a.md', '# A\n'), { text: 'ok' }])
    await git('branch', 'mine', 'main')
    const job = await ended(await create('Add A', { apiVersion: 'v1', branch: 'mine', asDraft: true }))
    expect(job.source.ref).toBe('mine')
    expect(await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)).toMatchObject({
      draft: true,
      branch: 'mine',
    })
  })

  test('refuses the default branch and names that are none', async () => {
    const { create } = await scene([])
    await expect(create('x', { branch: 'main' })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'branch' }],
    })
    await expect(create('x', { branch: 'a..b' })).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'branch' }],
    })
  })

  test('sends failed checks back to the model, and tells what is left', async () => {
    const { rig, project, ended, create } = await scene((options) => {
      const last = JSON.stringify(options.prompt.at(-1))
      const steps = options.prompt.filter((message) => message.role === 'assistant').length
      if (steps === 0) return write('bad.md', '# Bad\n\nSee [that](/missing).\n')
      return { text: last.includes('docent-checks') ? 'I cannot mend it.' : 'Done.' }
    })
    const job = await ended(await create('Add a page'))
    const feedback = (await rig.jobs.steps(job.id)).filter((step) => step.kind === 'feedback')
    expect(feedback).toHaveLength(2)
    const pull = await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)
    expect(pull?.body).toContain('`bad.md:3`')
    expect(pull?.body).toContain('/missing')
  })

  test('does not count problems that the documentation had before, but those that it causes in other pages', async () => {
    const { rig, ended, create } = await scene(
      (options) => {
        const steps = options.prompt.filter((message) => message.role === 'assistant').length
        if (steps === 0) return { toolCalls: [{ toolName: 'delete_file', input: { path: 'old.md' } }] }
        return { text: 'Done.' }
      },
      {},
      { 'old.md': '# Old\n', 'linking.md': 'See [old](/old) and [gone](/gone).\n' },
    )
    const job = await ended(await create('Delete the old page'))
    const [feedback] = (await rig.jobs.steps(job.id)).filter((step) => step.kind === 'feedback')
    const text = JSON.stringify(feedback?.messages)
    expect(text).toContain(String.raw`file=\"linking.md\" line=\"1\"`)
    expect(text).toContain('/old')
    expect(text).not.toContain('/gone')
  })

  test('does not count the old problems of a page that moved', async () => {
    const { rig, ended, create } = await scene(
      (options) => {
        const steps = options.prompt.filter((message) => message.role === 'assistant').length
        if (steps === 0)
          return { toolCalls: [{ toolName: 'move_file', input: { from: 'old.md', to: 'new.md' } }] }
        return { text: 'Moved.' }
      },
      {},
      {
        'old.md':
          '# Old\n\nSee [gone](/gone), which was gone before.\n\nMore text, so that git sees the move.\n',
      },
    )
    const job = await ended(await create('Move the page'))
    expect((await rig.jobs.steps(job.id)).filter((step) => step.kind === 'feedback')).toEqual([])
  })

  test('cannot write CI files, files outside the repository, or git itself', async () => {
    const paths = [
      '.github/workflows/x.yml',
      '../outside.md',
      '/etc/passwd',
      '.git/config',
      'a/../../b.md',
      '.GitHub/x',
      '.docent/agent.md',
    ]
    const { rig, ended, create } = await scene([
      { toolCalls: paths.map((path) => ({ toolName: 'write_file', input: { path, content: 'x' } })) },
      { text: 'ok' },
    ])
    const job = await ended(await create('Try it'))
    expect(job).toMatchObject({ status: 'completed', pullRequest: null })
    const results = []
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
      if (event.type === 'tool-result') results.push(event.isError)
      if (event.type === 'run-finished') break
    }
    expect(results).toEqual(paths.map(() => true))
  })

  test('ends with a draft that says what is missing when a budget is reached', async () => {
    let n = 0
    const { rig, project, ended, create } = await scene(() => write(`p${++n}.md`, `# P${n}\n`))
    const job = await ended(await create('Write for ever'))
    expect(job.status).toBe('completed')
    const pull = await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)
    expect(pull?.draft).toBe(true)
    expect(pull?.body).toContain('limit of 40 steps')
  })

  test('ends with a draft when its workers spent the time that it has', async () => {
    let now = Date.now()
    let n = 0
    const script: Script = () => {
      now += 250_000
      return write(`p${++n}.md`, `# P${n}\n`)
    }
    const { rig, project, ended, create } = await scene(script, { clock: { now: () => now } })
    const job = await ended(await create('Write for ever'))
    const steps = await rig.jobs.steps(job.id)
    expect(steps.filter((step) => step.kind === 'model').map((step) => step.workMs)).toEqual([
      250_000, 250_000, 250_000,
    ])
    const pull = await rig.host.pullRequest(project.repository, job.pullRequest?.number ?? 0)
    expect(pull?.draft).toBe(true)
    expect(pull?.body).toContain('limit of 10 minutes')
  })

  test('does not count the time in which no worker had it', async () => {
    let now = Date.now()
    const clock = { now: () => now }
    let stopped: Promise<void> | undefined
    const first: Awaited<ReturnType<typeof scene>> = await scene(
      () => {
        now += 250_000
        stopped ??= first.rig.worker.stop(AbortSignal.timeout(60_000))
        return write('a.md', '# A\n')
      },
      { clock },
    )
    const job = await first.create('Add A and B')
    await vi.waitFor(async () => {
      expect(stopped).toBeDefined()
      await stopped
    })
    expect(await first.rig.jobs.get(job.id)).toMatchObject({ status: 'active' })
    now += 24 * 60 * 60 * 1000
    const later = agentRig({
      directory: first.directory,
      clock,
      script: [write('b.md', '# B\n'), { text: 'Added A and B.' }],
    })
    cleanups.push(() => later.close())
    later.worker.start()
    const done = await first.ended(job)
    expect(done).toMatchObject({
      status: 'completed',
      messageToUser: `2 files changed (+2 −0): added a.md, added b.md.\nChecked: syntax, frontmatter, links, anchors and images of 2 pages. No new problem was found.\nPull request: ${done.pullRequest?.url}${WORDS}Added A and B.`,
    })
    const pull = await first.rig.host.pullRequest(first.project.repository, done.pullRequest?.number ?? 0)
    expect(pull?.draft).toBe(false)
  })

  test('stops when its organization has used up the tokens of the day, and later jobs do not begin', async () => {
    let n = 0
    const { rig, project, ended, create } = await scene(
      () => ({ ...write(`p${++n}.md`, `# P${n}\n`), usage: { inputTokens: 400, outputTokens: 100 } }),
      {
        settings: { organizationTokensPerDay: 1200 },
      },
    )
    const first = await ended(await create('Write for ever'))
    expect((await rig.jobs.steps(first.id)).filter((step) => step.kind === 'model')).toHaveLength(3)
    const pull = await rig.host.pullRequest(project.repository, first.pullRequest?.number ?? 0)
    expect(pull?.body).toContain('limit of 1200 tokens a day')
    const second = await ended(await create('Write more'))
    expect(
      (await rig.jobs.steps(second.id)).filter((step) => step.kind === 'model').length,
    ).toBeLessThanOrEqual(1)
    const third = await ended(await create('Write even more'))
    expect(third).toMatchObject({ status: 'completed', pullRequest: null })
    expect(third.messageToUser).toMatch(
      /^The run stopped early: the organization's limit of 1200 tokens a day was reached\. Runs can continue at \d{4}-\d\d-\d\d 00:00 UTC, or earlier if an administrator increases agent\.organizationTokensPerDay\.\nNo file was changed\.\nThe agent did not read the last message\. Send a follow-up to continue\.$/,
    )
  })

  test('is cancelled in the middle of a model call, long before the next heartbeat, and publishes nothing', async () => {
    const { rig, create, git } = await scene(
      [write('a.md', '# A\n'), { text: ['I ', 'think'], hang: true, errorAfterDeltas: 1 }],
      { leaseMs: 600_000, heartbeatMs: 300_000 },
    )
    const job = await create('Add A')
    for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) }))
      if (event.type === 'text') break
    await rig.cancel(job)
    await vi.waitFor(() => expect(rig.model.stopped).toBeGreaterThan(0), { interval: 5 })
    expect(await rig.jobs.get(job.id)).toMatchObject({
      status: 'failed',
      haltReason: 'error',
      cancelled: true,
    })
    expect(await git('branch', '--list', 'docent/*')).toBe('')
  })

  test('a follow-up to a cancelled run drops its changes, one to a failed run restores them', async () => {
    const failing = { error: new DocentError('model_failed', 'No credit left.') }
    const { rig, project, ended, create, send } = await scene([
      write('kept.md', '# Kept\n'),
      failing,
      write('more.md', '# More\n'),
      { text: 'Both.' },
    ])
    const job = await create('Add kept')
    expect(await ended(job)).toMatchObject({
      status: 'failed',
      messageToUser: 'No credit left.',
      pullRequest: null,
    })
    await send(job, 'Try again')
    const done = await ended(job, 2)
    const diff = await rig.host.diff(project.repository, done.pullRequest?.number ?? 0)
    expect(diff).toContain('kept.md')
    expect(diff).toContain('more.md')

    const second = await scene([
      write('a.md', '# A\n'),
      { text: ['x'], hang: true, errorAfterDeltas: 1 },
      write('b.md', '# B\n'),
      { text: 'B.' },
    ])
    const other = await second.create('Add A')
    for await (const { event } of second.rig.jobs.events(other.id, 0, {
      signal: AbortSignal.timeout(10_000),
    }))
      if (event.type === 'text') break
    await second.rig.cancel(other)
    await second.send(other, 'Add B instead')
    const finished = await second.ended(other, 2)
    const second_diff = await second.rig.host.diff(
      second.project.repository,
      finished.pullRequest?.number ?? 0,
    )
    expect(second_diff).toContain('b.md')
    expect(second_diff).not.toContain('a.md')
  })

  test('a merged pull request gets a new branch and a new one', async () => {
    const { rig, project, ended, create, send } = await scene([
      write('a.md', '# A\n'),
      { text: 'A.' },
      write('b.md', '# B\n'),
      { text: 'B.' },
    ])
    const job = await create('Add A')
    const first = await ended(job)
    await rig.host.merge(project.repository, first.pullRequest?.number ?? 0)
    await send(job, 'Add B')
    const second = await ended(job, 2)
    expect(second.pullRequest?.number).not.toBe(first.pullRequest?.number)
    expect(second.source.ref).toBe(first.source.ref)
    const pull = await rig.host.pullRequest(project.repository, second.pullRequest?.number ?? 0)
    expect(pull?.branch).not.toBe(first.source.ref)
    expect(jobView(first).source.ref).toBe(first.source.ref)
    expect(jobView(second).source.ref).toBe(pull?.branch)
    expect(pull?.title).toBe('Add b')
    const diff = await rig.host.diff(project.repository, pull?.number ?? 0)
    expect(diff).not.toContain('a.md')
  })

  test('keeps what somebody else pushed to the branch meanwhile, and resolves conflicts with the model', async () => {
    let pushed: (() => Promise<void>) | undefined
    const { rig, project, ended, create, send, commit } = await scene(async (options) => {
      const steps = options.prompt.filter((message) => message.role === 'assistant').length
      const last = JSON.stringify(options.prompt.at(-1))
      if (last.includes('docent-conflict')) return write('index.md', '# Home\n\nHello and welcome, reader.\n')
      if (steps === 0) return write('a.md', '# A\n')
      if (steps === 1) return { text: 'A.' }
      if (steps === 2) {
        await pushed?.()
        return {
          toolCalls: [
            { toolName: 'edit_file', input: { path: 'index.md', old_text: 'Hello', new_text: 'Welcome' } },
          ],
        }
      }
      return { text: 'Greeted.' }
    })
    const job = await create('Add A')
    const first = await ended(job)
    pushed = async () => {
      await commit(first.source.ref, 'theirs.md', '# Theirs\n')
      await commit(first.source.ref, 'index.md', '# Home\n\nHello, dear reader.\n')
    }
    await send(job, 'Greet better')
    const done = await ended(job, 2)
    expect(done.status).toBe('completed')
    const diff = (await rig.host.diff(project.repository, done.pullRequest?.number ?? 0)) ?? ''
    expect(diff).toContain('theirs.md')
    expect(diff).toContain('+Hello and welcome, reader.')
    expect(diff).not.toContain('<<<<<<<')
  })

  test('fails at once with git_host_misconfigured and how to mend it', async () => {
    const wrapHost = (host: GitHost): GitHost =>
      wrapMethods(host, (method) => {
        if (method !== 'remote') return undefined
        const message =
          'The App is not installed on acme/docs: install it at https://git.example/apps/docent.'
        return () => Promise.reject(new GitHostMisconfigured(message))
      })
    const { ended, create } = await scene([], { wrapHost })
    expect(await ended(await create('x'))).toMatchObject({
      status: 'failed',
      haltReason: 'git_host_misconfigured',
      messageToUser: expect.stringContaining('install it at'),
    })
  })

  test('tries again when the host fails for a while', async () => {
    let failures = 2
    const wrapHost = (host: GitHost): GitHost =>
      wrapMethods(host, (method, call) => {
        if (method !== 'openPullRequest') return undefined
        return (...args) =>
          failures-- > 0
            ? Promise.reject(new DocentError('git_host_failed', 'Bad gateway.', { isRetryable: true }))
            : call(...args)
      })
    const { ended, create } = await scene([write('a.md', '# A\n'), { text: 'A.' }], { wrapHost })
    expect((await ended(await create('Add A'))).pullRequest?.number).toBe(1)
  })
})
