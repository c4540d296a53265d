import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GitHosts, type RequestLimits } from '@docent/core'
import type { Job, NamedLeases, Project, ProjectNotes } from '@docent/core/plugin'
import { createBareRepository, runGit } from '@docent/git'
import {
  ManualClock,
  MemoryNamedLeases,
  MemoryProjectNotes,
  type Script,
  type ScriptedReply,
} from '@docent/testing'
import { FollowCode, HandOver, SettleOpen, StateKeeper, WatchedRepositories } from '@docent/watch'
import { agentRig, rigProject } from '../crash/agent-rig.ts'

const DOCS = {
  'docs/lamp.md': '# Lamp\n\nSet `colorName` and `brightness` in the file. The beam has `beamShutter`.\n',
  'docs/install.md': '# Install\n\nRun the installer.\n',
}
const HOUR_MS = 3_600_000

export const lamp = (...options: string[]) =>
  `package lamp\n\n// Lamp is the configuration.\ntype Lamp struct {\n${options.map((name) => `\t${name[0]?.toUpperCase()}${name.slice(1)} string \`yaml:"${name}"\``).join('\n')}\n}\n`

export interface Commit {
  message: string
  files: Readonly<Record<string, string>>
  email?: string
}

export type WatchScene = Awaited<ReturnType<typeof watchScene>>

/** A repository of code, one with its documentation, and an agent that writes a line into the page of the lamp. */
export async function watchScene(
  settings: { watch?: Partial<NonNullable<Project['watch']>[number]>; agent?: Script } = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'docent-watch-'))
  const clock = new ManualClock(Date.now())
  const make = async (name: string) => {
    const gitDir = join(directory, `${name}.git`)
    const url = pathToFileURL(gitDir).href
    await createBareRepository(gitDir, url)
    await runGit(['symbolic-ref', 'HEAD', 'refs/heads/main'], { gitDir })
    return { gitDir, url }
  }
  const [docs, code] = [await make('docs'), await make('lamp')]
  let commits = 0
  const commit = async (
    { gitDir }: { gitDir: string },
    { message, files, email = 'ada@example.com' }: Commit,
  ) => {
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
    const changes = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`)
    const from = (await runGit(['for-each-ref', 'refs/heads/main'], { gitDir })).stdout.length > 0
    const head = `commit refs/heads/main\ncommitter Ada <${email}> ${1_700_000_000 + ++commits * 60} +0000\n${data(message)}`
    await runGit(['fast-import', '--quiet', '--force'], {
      gitDir,
      input: `${head}${from ? 'from refs/heads/main^0\n' : ''}${changes.join('')}`,
    })
  }
  await commit(docs, { message: 'Begin', files: DOCS })
  await commit(code, {
    message: 'Begin',
    files: { 'src/lamp.go': lamp('colorName', 'brightness', 'beamShutter') },
  })
  let turns = 0
  const writesALine: Script = ({ prompt }): ScriptedReply => {
    const last = JSON.stringify(prompt.at(-1))
    if (prompt.at(-1)?.role === 'tool')
      return { text: 'Told it.\n\nRow 1: the option is on its page | now\n- docs/lamp.md: what is new' }
    if (last.includes('occur nowhere')) return { text: 'Sure.' }
    return {
      toolCalls: [
        {
          toolName: 'edit_file',
          input: {
            path: 'docs/lamp.md',
            old_text: '# Lamp\n',
            new_text: `# Lamp\n\nLine ${++turns} of the lamp.\n`,
          },
        },
      ],
    }
  }
  const rig = agentRig({ directory, script: settings.agent ?? writesALine, clock })
  const project: Project & { repository: string } = {
    ...rigProject(docs.url),
    docsPath: 'docs',
    branch: 'main',
    watch: [
      {
        ...{ repository: code.url, branch: 'main', on: 'merged', gatherHours: 0, gatherChanges: 10 },
        ...{ expireDays: 30, reveal: true },
        ...settings.watch,
      },
    ],
  }
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  const hosts = new GitHosts([rig.host])
  const notes: ProjectNotes = new MemoryProjectNotes()
  const leases: NamedLeases = new MemoryNamedLeases(clock)
  const repositories = new WatchedRepositories(join(directory, 'watched'), hosts)
  const logger = { debug() {}, info() {}, warn() {}, error() {} }
  let holders = 0
  const follow = (
    own: Partial<{
      notes: ProjectNotes
      leases: NamedLeases
      create: typeof rig.create
      send: typeof rig.send
    }> = {},
  ) => {
    const parts = {
      ...{ hosts, clock, logger, repositories, jobs: rig.jobs },
      leases: own.leases ?? leases,
      notes: own.notes ?? notes,
      createJob: own.create ?? rig.create,
      sendMessage: own.send ?? rig.send,
      limits: { take: async () => undefined } as unknown as RequestLimits,
      holder: `holder-${++holders}`,
    }
    return new FollowCode({ ...parts, settle: new SettleOpen(parts), handOver: new HandOver(parts) })
  }
  return {
    ...{ rig, project, clock, docs, code, commit, follow, notes, leases },
    /** One look of a process that nothing happens to. */
    look: () => follow().look(project, AbortSignal.timeout(60_000)),
    state: async () => (await StateKeeper.open(notes, project.id)).state,
    jobs: async (): Promise<Job[]> => (await rig.jobs.list({ projectId: project.id, limit: 100 })).jobs,
    pulls: async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, (_, at) => rig.host.pullRequest(project.repository, at + 1)),
      )
      return found.filter((pull) => pull !== undefined)
    },
    /** Lets the agent end every run that waits. */
    async work() {
      rig.worker.start()
      for (const job of await rig.jobs
        .list({ projectId: project.id, limit: 100 })
        .then((page) => page.jobs)) {
        const signal = AbortSignal.timeout(60_000)
        for await (const { event } of rig.jobs.events(job.id, 0, { signal }))
          if (event.type === 'run-finished' && event.run === job.run) break
      }
    },
    later: (hours: number) => clock.advance(hours * HOUR_MS),
    async close() {
      await rig.close()
      repositories.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
