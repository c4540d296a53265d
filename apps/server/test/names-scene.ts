import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Job, JobEvent, RunOutcome } from '@docent/core'
import { createLocalRepository } from '@docent/git-local'
import type { Script } from '@docent/testing'
import { agentRig, rigProject } from './crash/agent-rig.ts'

/** A page and the code that it describes. */
export const PAGE = '# Serve\n\nRun `acme serve --port 80`. Set `ACME_TOKEN`.\n'
const CODE = "program.option('max-body', { default: 4096 })\nconst token = process.env.ACME_TOKEN\n"

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

/** Jobs over a repository with a page and its code. */
export async function namesScene(script: Script): Promise<NamesScene> {
  const directory = mkdtempSync(join(tmpdir(), 'docent-names-'))
  const files = join(directory, 'files')
  for (const [path, text] of Object.entries({ 'docs/serve.md': PAGE, 'src/cli.ts': CODE })) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), text)
  }
  const path = join(directory, 'acme.git')
  const author = { name: 'A', email: 'a@example.com' }
  await createLocalRepository({ path, from: files, message: 'Begin', author, date: 1e12 })
  const rig = agentRig({ directory, script })
  const project = { ...rigProject(pathToFileURL(path).href), docsPath: 'docs' }
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
