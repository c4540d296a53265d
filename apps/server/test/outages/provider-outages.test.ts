import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobEvent, ModelProvider, PluginHost } from '@docent/core/plugin'
import { GithubGitHost, GithubOptions, resolveSettings } from '@docent/git-github'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { openaiChatWire, simulateGithub } from '@docent/simulators'
import type { Script } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { agentRig, rigProject } from '../crash/agent-rig.ts'
import { openGate, type TcpGate } from './tcp-gate.ts'

const OUTAGE_MS = 10_000

interface Gates {
  model: TcpGate
  host: TcpGate
}

interface Scene {
  /** Before the job begins. */
  prepare?(gates: Gates): void
  /** With each call of the model, from 0; the reply is sent after it. */
  onCall?(gates: Gates, call: number): void
}

/** A job on a simulated model server and a simulated GitHub, each behind a gate. */
async function runJob({ prepare, onCall }: Scene, after: (cleanup: () => void | Promise<void>) => void) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-outage-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const github = await simulateGithub({
    repositories: [{ path: 'acme/docs', files: { 'index.md': '# Home\n' } }],
  })
  after(() => github.close())
  const script: Script<unknown> = (call, number) => {
    onCall?.(gates, number)
    const replies = (call as { messages: Array<{ role: string }> }).messages
    const pages = replies.filter((message) => message.role === 'assistant').length
    if (pages === 3) return { text: 'I added three pages to the documentation.' }
    const input = { path: `page-${pages}.md`, content: `# Page ${pages}\n` }
    return { toolCalls: [{ toolName: 'write_file', input }] }
  }
  const wire = await openaiChatWire(script)
  after(() => wire.close())
  // On a slow machine the retries of one call last longer than ten seconds: then the job would have no need to wait.
  const waits = Promise.withResolvers<void>()
  const gates: Gates = {
    model: await openGate(Number(new URL(wire.baseURL).port), waits.promise),
    host: await openGate(Number(new URL(github.origin).port), waits.promise),
  }
  after(() => gates.model.close())
  after(() => gates.host.close())
  const hostOrigin = `http://127.0.0.1:${gates.host.port}`
  const options = GithubOptions.parse({
    token: github.createToken({}),
    baseUrl: `${hostOrigin}/api/v3`,
    writeIntervalMs: 0,
    retryDelayMs: 1,
  })
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const clock = { now: () => Date.now() }
  const host = new GithubGitHost(resolveSettings(options, {}), { clock, logger: silent })
  const rig = agentRig({
    directory,
    script: [],
    provider: modelsAt(`http://127.0.0.1:${gates.model.port}/v1`),
    wrapHost: () => host,
    concurrency: 2,
  })
  after(() => rig.close())
  const project = rigProject(`${hostOrigin}/acme/docs`)
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  prepare?.(gates)
  rig.worker.start()
  const job = await rig.create.create({
    project,
    apiVersion: 'v2',
    messages: [{ role: 'user', content: 'Add three pages' }],
  })
  const events: JobEvent[] = []
  for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
    events.push(event)
    if (event.type === 'waiting') waits.resolve()
    if (event.type === 'run-finished') break
  }
  const opened = github.requests.filter((request) => request.operation === 'pulls/create')
  return { events, github, gates, opened, job: await rig.jobs.get(job.id), branch: job.source.ref }
}

function modelsAt(baseURL: string): ModelProvider {
  let provider: ModelProvider | undefined
  const host = {
    clock: { now: () => Date.now() },
    addModelProvider: (added: ModelProvider) => {
      provider = added
    },
  }
  openaiCompatible({ name: 'scripted', apiKey: 'sk-test', baseURL }).install(host as unknown as PluginHost)
  if (!provider) throw new Error('The plugin registered no models.')
  return provider
}

const SCENES: ReadonlyArray<[what: string, scene: Scene]> = [
  [
    'the model server, between two steps',
    { onCall: ({ model }, call) => call === 1 && model.shut(OUTAGE_MS) },
  ],
  [
    'the model server, in the middle of a reply',
    { prepare: ({ model }) => model.shutAt('added', OUTAGE_MS) },
  ],
  [
    'the git host, when the workspace is opened',
    { prepare: ({ host }) => host.shutAt('git-upload-pack', OUTAGE_MS) },
  ],
  ['the git host, at the push', { prepare: ({ host }) => host.shutAt('git-receive-pack', OUTAGE_MS) }],
  [
    'the git host, at the pull request',
    { prepare: ({ host }) => host.shutAt('POST /api/v3/repos/acme/docs/pulls', OUTAGE_MS) },
  ],
]

describe.concurrent('a provider that is away for ten seconds', () => {
  test.for(SCENES)(
    'fails no job and makes one pull request: %s',
    { timeout: 120_000 },
    async ([, scene], { onTestFinished }) => {
      const { events, opened, gates, job, github, branch } = await runJob(scene, onTestFinished)
      expect(gates.model.outages + gates.host.outages).toBe(1)
      expect(job).toMatchObject({ status: 'completed', pullRequest: { number: 1 } })
      expect(events.filter((event) => event.type === 'waiting').length).toBeGreaterThan(0)
      expect(opened).toHaveLength(1)
      await expect(github.pull('acme/docs', 2)).rejects.toThrow()
      const pages = await Promise.all(
        [0, 1, 2].map((n) => github.git('acme/docs').readFile(branch, `page-${n}.md`)),
      )
      expect(pages).toEqual(['# Page 0\n', '# Page 1\n', '# Page 2\n'])
    },
  )
})
