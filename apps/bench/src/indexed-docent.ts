import { join } from 'node:path'
import { IssueKey } from '@docent/core'
import { type Logger, organizationId, projectId } from '@docent/core/plugin'
import { createLocalRepository } from '@docent/git-local'
import { DocentConfig, type DocentConfigInput, type RunningServer, startServer } from '@docent/server'

const UNLIMITED = 1_000_000_000

export interface IndexedDocent extends Pick<RunningServer, 'url' | 'stop'> {
  readonly assistantKey: string
  /** From the start of the server. */
  readonly indexSeconds: number
}

export interface IndexedRequest {
  /** For the data and the repository. */
  folder: string
  /** The files of the documentation. */
  from: string
  project: { id: string; site?: 'public'; models?: { assistant: string } }
  config?: Pick<DocentConfigInput, 'plugins' | 'assistant'>
  logger: Logger
}

/** A whole server in this process, without limits, that has indexed one local repository. */
export async function startIndexedDocent(request: IndexedRequest): Promise<IndexedDocent> {
  const { folder, from, project, config, logger } = request
  const repository = join(folder, 'docs.git')
  const author = { name: 'Bench', email: 'bench@example.com' }
  await createLocalRepository({ path: repository, from, message: 'Begin', author, date: 1e12 })
  const begun = performance.now()
  const { docent, url, stop, indexing } = await startServer({
    config: DocentConfig.parse({
      ...config,
      projects: [{ ...project, repository: `file://${repository}`, branch: 'main' }],
      limits: {
        keyPerMonth: UNLIMITED,
        organizationPerHour: UNLIMITED,
        ipPerDay: UNLIMITED,
        projectPerHour: UNLIMITED,
      },
      http: { port: 0, drainMs: 100 },
    }),
    env: { DOCENT_DATA: 'data' },
    folder,
    logger,
  })
  await indexing.settled()
  const indexSeconds = (performance.now() - begun) / 1000
  const { key } = await docent.resolve(IssueKey).issue({
    organizationId: organizationId('default'),
    name: 'bench',
    kind: 'assistant',
    projectIds: [projectId(project.id)],
  })
  return { url, assistantKey: key, indexSeconds, stop }
}
