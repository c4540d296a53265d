import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ContextRepository } from '@docent/core'
import { DocentError, type JobEvent } from '@docent/core/plugin'
import { simulateGithub } from '@docent/simulators'
import type { Script, ScriptedReply } from '@docent/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type EndedJob, type MakeRepository, type NamesScene, namesScene, PAGE } from './names-scene.ts'

let opened: NamesScene | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const call = (toolName: string, input: Record<string, string | string[]>): ScriptedReply => ({
  toolCalls: [{ toolName, input }],
})

const NO_COMMENTS = { enabled: false, mention: '@docent' }

const SDK = {
  'src/client.ts': 'export const region = process.env.ACME_REGION\n',
  'src/deep/options.ts': 'export const maxRedirects = 7\n',
  'tools/release.sh': 'echo $ACME_SECRET\n',
}

interface Ran extends EndedJob {
  /** What the model was told before each of its replies. */
  heard: string[]
  events: JobEvent[]
}

/** A job whose model says each reply in turn, in a project with such context repositories. */
async function run(
  replies: readonly ScriptedReply[],
  contexts: (repository: MakeRepository) => Promise<ContextRepository[]>,
  onTurn: (turn: number) => void = () => undefined,
): Promise<Ran> {
  const heard: string[] = []
  const script: Script = ({ prompt }) => {
    heard.push(JSON.stringify(heard.length === 0 ? prompt : prompt.at(-1)))
    onTurn(heard.length)
    return replies[heard.length - 1] ?? { text: 'Done.' }
  }
  opened = await namesScene(script, async (repository) => ({
    comments: NO_COMMENTS,
    contexts: await contexts(repository),
  }))
  const job = await opened.create('Document the regions')
  const ended = await opened.ended(job)
  const events: JobEvent[] = []
  for await (const { event } of opened.rig.jobs.events(job.id, 0)) {
    events.push(event)
    if (event.type === 'run-finished') break
  }
  return { ...ended, heard, events }
}

const sdk = async (repository: MakeRepository, more: Partial<ContextRepository> = {}) => [
  { name: 'sdk', repository: await repository('sdk', SDK), ...more },
]

describe('context repositories', () => {
  test('are listed, searched and read, and confirm the names that they have', async () => {
    const page = `${PAGE}\nSet \`ACME_REGION\`, or \`ACME_COLOR\`.\n`
    const ran = await run(
      [
        call('list_files', { path: 'context:sdk' }),
        call('search_files', { pattern: 'ACME_', paths: ['context:sdk/src', 'docs'] }),
        call('read_file', { path: 'context:sdk/src/deep/options.ts' }),
        call('write_file', { path: 'docs/serve.md', content: page }),
        { text: 'Done.' },
        { text: 'Sure.' },
      ],
      (repository) => sdk(repository),
    )
    expect(ran.heard[0]).toContain('context:sdk/ is file://')
    expect(ran.heard[1]).toContain('context:sdk/src/deep/options.ts\\ncontext:sdk/tools/release.sh')
    expect(ran.heard[2]).toContain('context:sdk/src/client.ts:1: export const region')
    expect(ran.heard[2]).toContain('docs/serve.md:3:')
    expect(ran.heard[2]).not.toContain('ACME_SECRET')
    expect(ran.heard[3]).toContain('maxRedirects = 7')
    expect(ran.outcome.unconfirmed?.map(({ text }) => text)).toEqual(['ACME_COLOR'])
    const found = ran.events.find((event) => event.type === 'contexts')
    expect(found?.contexts).toEqual([
      {
        name: 'sdk',
        repository: expect.stringMatching(/^file:.*sdk\.git$/),
        commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ])
    expect(ran.body).toMatch(
      /### Context\nRead beside this repository:\n- `sdk`, file:.*sdk\.git at `[0-9a-f]{12}`/,
    )
  })

  test('are never written, moved or deleted, and no path leads out of them', async () => {
    const ran = await run(
      [
        call('write_file', { path: 'context:sdk/src/new.md', content: 'x' }),
        call('edit_file', { path: 'context:sdk/src/client.ts', old_text: 'region', new_text: 'zone' }),
        call('delete_file', { path: 'context:sdk/src/client.ts' }),
        call('move_file', { from: 'docs/serve.md', to: 'context:sdk/serve.md' }),
        call('move_file', { from: 'context:sdk/src/client.ts', to: 'docs/client.md' }),
        call('read_file', { path: 'context:sdk/../acme.git/config' }),
        call('read_file', { path: 'context:other/a.md' }),
        call('write_file', { path: 'docs/serve.md', content: `${PAGE}\nMore.\n` }),
        { text: 'Done.' },
      ],
      (repository) => sdk(repository),
    )
    for (const at of [1, 2, 3, 4, 5])
      expect(ran.heard[at], `call ${at}`).toContain('is in a context repository: it can be read')
    expect(ran.heard[6]).toMatch(/error|no plain path|not a valid|There is no file/i)
    expect(ran.heard[6]).not.toContain('repositoryformatversion')
    expect(ran.heard[7]).toContain('There is no context repository \\"other\\". There are: context:sdk/.')
    expect(ran.outcome.files.map(({ path }) => path)).toEqual(['docs/serve.md'])
  })

  test('are read below their folder alone, also by the check of names', async () => {
    const page = `${PAGE}\nSet \`ACME_REGION\` and \`ACME_SECRET\`.\n`
    const ran = await run(
      [
        call('list_files', { path: 'context:sdk' }),
        call('read_file', { path: 'context:sdk/tools/release.sh' }),
        call('search_files', { pattern: 'ACME_', paths: ['context:sdk/'] }),
        call('write_file', { path: 'docs/serve.md', content: page }),
        { text: 'Done.' },
        { text: 'Sure.' },
      ],
      (repository) => sdk(repository, { folder: 'src' }),
    )
    expect(ran.heard[1]).not.toContain('release.sh')
    expect(ran.heard[2]).toContain('There is no file context:sdk/tools/release.sh')
    expect(ran.heard[3]).toContain('ACME_REGION')
    expect(ran.heard[3]).not.toContain('ACME_SECRET')
    expect(ran.outcome.unconfirmed?.map(({ text }) => text)).toEqual(['ACME_SECRET'])
  })

  test('that cannot be read stop no job: the log and the pull request say why', async () => {
    const ran = await run(
      [call('write_file', { path: 'docs/serve.md', content: `${PAGE}\nMore.\n` }), { text: 'Done.' }],
      async (repository) => [
        ...(await sdk(repository, { branch: 'gone' })),
        { name: 'lost', repository: 'file:///nowhere/lost.git' },
        { name: 'elsewhere', repository: 'https://git.example/elsewhere' },
      ],
    )
    expect(ran.job.status).toBe('completed')
    const found = ran.events.find((event) => event.type === 'contexts')
    expect(found?.contexts.map(({ name, commit, problem }) => [name, commit, problem])).toEqual([
      ['sdk', undefined, expect.stringContaining('has no branch gone')],
      ['lost', undefined, expect.stringContaining('lost.git')],
      ['elsewhere', undefined, 'No git host is configured for it. Set its branch.'],
    ])
    expect(ran.heard[0]).toContain('could not be read, so it confirms nothing')
    expect(ran.body).toContain('- `lost`, file:///nowhere/lost.git: **not read**. ')
  })

  test('that need credentials say so, and a public one of a host that is not configured is read', async () => {
    const github = await simulateGithub({
      repositories: [
        { path: 'acme/secret', files: { 'a.ts': 'const a = process.env.ACME_SECRET\n' }, private: true },
        { path: 'acme/open', files: { 'a.ts': 'const a = process.env.ACME_OPEN\n' } },
      ],
    })
    try {
      const at = (name: string) => ({ name, repository: github.gitUrl(`acme/${name}`), branch: 'main' })
      const page = `${PAGE}\nSet \`ACME_OPEN\` and \`ACME_SECRET\`.\n`
      const ran = await run(
        [call('write_file', { path: 'docs/serve.md', content: page }), { text: 'Done.' }, { text: 'Sure.' }],
        async () => [at('secret'), at('open')],
      )
      const [secret, open] = ran.events.find((event) => event.type === 'contexts')?.contexts ?? []
      expect(secret?.problem).toContain(
        'cannot be read without credentials: it is private, or it does not exist.',
      )
      expect(open?.commit).toMatch(/^[0-9a-f]{40}$/)
      expect(ran.outcome.unconfirmed?.map(({ text }) => text)).toEqual(['ACME_SECRET'])
      expect(ran.body).toContain('acme/secret.git: **not read**. ')
    } finally {
      await github.close()
    }
  })

  test('have symbolic links that are listed and lead nowhere', async () => {
    let url = ''
    const ran = await run(
      [
        call('list_files', { path: 'context:sdk' }),
        call('read_file', { path: 'context:sdk/passwd' }),
        call('read_file', { path: 'context:sdk/up/config' }),
        call('search_files', { pattern: 'root:|repositoryformatversion', paths: ['context:sdk'] }),
        { text: 'Done.' },
      ],
      async (repository) => {
        url = await repository('sdk', SDK)
        commitTo(fileURLToPath(url), 'passwd', '/etc/passwd', '120000')
        commitTo(fileURLToPath(url), 'up', '..', '120000')
        return [{ name: 'sdk', repository: url }]
      },
    )
    expect(ran.heard[1]).toContain('context:sdk/passwd (symlink)')
    expect(ran.heard[2]).toContain('There is no file context:sdk/passwd')
    for (const heard of ran.heard.slice(2, 5)) expect(heard).not.toMatch(/root:x|repositoryformatversion = /)
  })

  test('that leave the settings while the run waits are not read any more', async () => {
    const away = { error: new DocentError('unavailable', 'The model is away.', { isRetryable: true }) }
    const read = call('read_file', { path: 'context:sdk/src/client.ts' })
    const ran = await run([read, away, away, away, read, { text: 'Done.' }], sdk, (turn) => {
      const { rig, project } = opened as NamesScene
      if (turn === 4) void rig.projects.put({ ...project, agent: { comments: NO_COMMENTS, contexts: [] } })
    })
    expect(ran.job.status).toBe('completed')
    expect(ran.heard[1]).toContain('process.env.ACME_REGION')
    expect(ran.heard.at(-1)).toContain('There is no context repository')
  })

  test('stay at their commit when the run is carried on later', async () => {
    let url = ''
    const away = { error: new DocentError('unavailable', 'The model is away.', { isRetryable: true }) }
    const read = call('read_file', { path: 'context:sdk/src/client.ts' })
    const replies = [read, away, away, away, read, { text: 'Done.' }]
    const ran = await run(
      replies,
      async (repository) => sdk(repository).then(noted),
      (turn) => {
        if (turn === 2) commitTo(fileURLToPath(url), 'src/client.ts', 'export const region = 2\n')
      },
    )
    function noted(contexts: ContextRepository[]) {
      url = contexts[0]?.repository ?? ''
      return contexts
    }
    expect(ran.events.map(({ type }) => type)).toContain('waiting')
    expect(ran.heard.at(-1)).toContain('process.env.ACME_REGION')
    expect(ran.events.filter(({ type }) => type === 'contexts')).toHaveLength(1)
    // The next run reads what is there then.
    const { rig, project } = opened as NamesScene
    await rig.send.send({ project, id: ran.job.id, prompt: 'Once more.' })
    await opened?.ended(ran.job, 2)
    const steps = await rig.jobs.steps(ran.job.id)
    const commits = steps.flatMap(({ kind, data }) =>
      kind === 'opened' ? [JSON.stringify(data.contexts)] : [],
    )
    expect(new Set(commits).size).toBe(2)
  })
})

/** A commit on the main branch of a bare repository, made by git itself. */
function commitTo(repository: string, path: string, text: string, mode = '100644'): void {
  const env = {
    ...process.env,
    GIT_INDEX_FILE: `${repository}/test-index`,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  const git = (args: string[], input = '') =>
    execFileSync('git', ['-C', repository, ...args], { env, input })
      .toString()
      .trim()
  git(['read-tree', 'main'])
  const blob = git(['hash-object', '-w', '--stdin'], text)
  git(['update-index', '--add', '--cacheinfo', `${mode},${blob},${path}`])
  git([
    'update-ref',
    'refs/heads/main',
    git(['commit-tree', git(['write-tree']), '-p', 'main', '-m', 'Change']),
  ])
}
