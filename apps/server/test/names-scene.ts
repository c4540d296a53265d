import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunOutcome } from '@docent/core'
import type { Job, JobEvent, Project } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import type { Script } from '@docent/testing'
import { agentRig, rigProject } from './crash/agent-rig.ts'

/** A page and the code that it describes. */
export const PAGE = '# Serve\n\nRun `acme serve --port 80`. Set `ACME_TOKEN`.\n'
const CODE = "program.option('max-body', { default: 4096 })\nconst token = process.env.ACME_TOKEN\n"

export type MakeRepository = (name: string, files: Readonly<Record<string, string>>) => Promise<string>

export interface EndedJob {
  job: Job
  outcome: RunOutcome
  /** Of the pull request; '' without one. */
  body: string
}

export interface NamesScene {
  rig: ReturnType<typeof agentRig>
  project: ReturnType<typeof rigProject>
  create(prompt: string): Promise<Job>
  /** Waits for the end of a run. */
  ended(job: Job, run?: number): Promise<EndedJob>
  close(): Promise<void>
}

/**
 * Jobs over a repository with a page and its code.
 *
 * @param agent settings of the project's agent, from a function that makes further repositories and answers their URLs
 */
export async function namesScene(
  script: Script,
  agent?: (repository: MakeRepository) => Promise<Project['agent']>,
): Promise<NamesScene> {
  const directory = mkdtempSync(join(tmpdir(), 'docent-names-'))
  const repository: MakeRepository = async (name, files) => {
    const from = join(directory, `${name}-files`)
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(from, path)), { recursive: true })
      writeFileSync(join(from, path), text)
    }
    const path = join(directory, `${name}.git`)
    const author = { name: 'A', email: 'a@example.com' }
    await createLocalRepository({ path, from, message: 'Begin', author, date: 1e12 })
    return pathToFileURL(path).href
  }
  const url = await repository('acme', { 'docs/serve.md': PAGE, 'src/cli.ts': CODE })
  const rig = agentRig({ directory, script })
  const settings = await agent?.(repository)
  const project: NamesScene['project'] = {
    ...rigProject(url),
    docsPath: 'docs',
    ...(settings ? { agent: settings } : {}),
  }
  await rig.projects.putOrganization({ id: project.organizationId, name: 'Default', limits: {} })
  await rig.projects.put(project)
  rig.worker.start()
  return {
    rig,
    project,
    create: (prompt) =>
      rig.create.create({ project, apiVersion: 'v2', messages: [{ role: 'user', content: prompt }] }),
    async ended(job, run = 1) {
      for await (const { event } of rig.jobs.events(job.id, 0, { signal: AbortSignal.timeout(100_000) })) {
        if (event.type !== 'run-finished' || event.run !== run) continue
        const now = (await rig.jobs.get(job.id)) as Job
        const number = now.pullRequest?.number
        const pull = number === undefined ? undefined : await rig.host.pullRequest(project.repository, number)
        return { job: now, outcome: outcomeOf(event), body: pull?.body ?? '' }
      }
      throw new Error('The job did not end in time.')
    },
    async close() {
      await rig.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function outcomeOf(event: Extract<JobEvent, { type: 'run-finished' }>): RunOutcome {
  if (event.outcome === undefined) throw new Error(event.messageToUser)
  return event.outcome
}
