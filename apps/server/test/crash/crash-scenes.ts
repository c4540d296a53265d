import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Job } from '@docent/core/plugin'
import { runGit } from '@docent/git'
import { createLocalRepository } from '@docent/git-local'
import { afterEach } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { agentRig, rigProject } from './agent-rig.ts'
import { crashScript } from './crash-script.ts'
import { openPostgresStores } from './postgres-stores.ts'

export type CrashScene = Awaited<ReturnType<ReturnType<typeof crashScenes>>>

/**
 * To be called once in a test file: cleans up what the scenes leave.
 *
 * @param databaseUrl of a PostgreSQL in place of one SQLite file a scene
 */
export function crashScenes(databaseUrl?: () => string) {
  let cleanups: Array<() => void | Promise<void>> = []
  afterEach(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
    cleanups = []
  })

  /** A repository, a store and a job in a fresh folder; workers run in processes of their own, with this lease. */
  return async function scene({ leaseMs = 2000 } = {}) {
    const directory = mkdtempSync(join(tmpdir(), 'docent-scene-'))
    cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
    const pages = join(directory, 'pages')
    mkdirSync(pages)
    writeFileSync(join(pages, 'index.md'), '# Home\n\nHello, reader.\n')
    const path = join(directory, 'docs.git')
    await createLocalRepository({
      path,
      from: pages,
      message: 'Begin',
      author: { name: 'A', email: 'a@example.com' },
      date: 1e12,
    })
    const repository = pathToFileURL(path).href
    const database = databaseUrl?.()
    const stores = database === undefined ? undefined : await openPostgresStores(database)
    const calls = join(directory, 'calls')
    const notes = join(directory, 'notes')
    const rig = agentRig({
      directory,
      script: crashScript(calls),
      leaseMs,
      heartbeatMs: leaseMs / 3,
      ...(stores && { stores }),
    })
    cleanups.push(() => rig.close())
    const project = rigProject(repository)
    await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
    await rig.projects.put(project)
    const worker = ({ dieAt = '', stepMs = 0 } = {}): ChildProcess => {
      const child = fork(new URL('./worker-process.ts', import.meta.url), {
        env: {
          ...process.env,
          RIG_DIRECTORY: directory,
          ...(database !== undefined && { RIG_DATABASE: database }),
          RIG_DIE_AT: dieAt,
          RIG_STEP_MS: String(stepMs),
          RIG_LEASE_MS: String(leaseMs),
          RIG_CALLS: calls,
          RIG_NOTES: notes,
        },
        execArgv: [...FROM_SOURCES],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      cleanups.push(() => {
        child.kill('SIGKILL')
      })
      return child
    }
    const settled = async (job: Job): Promise<Job> => {
      for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
        if (event.type !== 'run-finished') continue
        const now = await rig.jobs.get(job.id)
        if (now && now.status !== 'active') return now
      }
      throw new Error(`The job did not end. ${existsSync(notes) ? readFileSync(notes, 'utf8') : ''}`)
    }
    const timedCalls = () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.split(' ').map(Number) as [step: number, at: number])
        : []
    const modelCalls = () => timedCalls().map(([step]) => step)
    const pulls = () => rig.host.findPullRequests(repository, branchOf)
    let branchOf = ''
    const create = async () => {
      const job = await rig.create.create({
        project,
        apiVersion: 'v2',
        messages: [{ role: 'user', content: 'Add a new page and greet' }],
      })
      branchOf = job.source.ref
      return job
    }
    const file = async (name: string) => {
      const { stdout } = await runGit(['show', `refs/heads/${branchOf}:${name}`], { gitDir: path })
      return stdout.toString()
    }
    const commits = async () => {
      const { stdout } = await runGit(['rev-list', '--count', `main..refs/heads/${branchOf}`], {
        gitDir: path,
      })
      return Number(stdout.toString())
    }
    return { rig, project, worker, settled, modelCalls, timedCalls, pulls, create, file, commits, cleanups }
  }
}
