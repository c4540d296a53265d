import { isForPeople, problemLine } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { type IndexStatus, indexStatus } from '../projects/index-status.ts'
import { gitHostOf, modelsOf } from '../projects/project-views.ts'
import { type Attention, entry } from './attention-entry.ts'
import { outagesOf } from './outages.ts'

const WEEK_MS = 7 * 86_400_000
const MOST = 3

/** What waits for a person: what keeps the project from working first, then what failed, then what readers miss. */
export async function attentionOf(
  services: Services,
  project: Project,
  signal: AbortSignal,
): Promise<Attention[]> {
  const [index, outages, jobs, gaps] = await Promise.all([
    indexStatus(services, project, signal),
    outagesOf(services, project, signal),
    services.readJobs.list(project, { status: 'failed', archived: false, limit: MOST }, { signal }),
    services.gaps.open(project, { from: services.clock.now() - WEEK_MS }, { signal }),
  ])
  return [
    ...(await configuration(services, project, signal)),
    ...outages,
    ...(index.state === 'failed'
      ? [entry('index', 'The documentation could not be read', index.message ?? '', { at: index.startedAt })]
      : lostParts(index)),
    ...jobs.jobs
      .filter(({ cancelled }) => !cancelled)
      .map(({ id, title, messageToUser, updatedAt }) =>
        entry('job', title, messageToUser, { id, at: new Date(updatedAt).toISOString() }),
      ),
    ...gaps.slice(0, MOST).map(({ id, title, count, lastAskedAt }) =>
      entry('gap', title, times(count), {
        id,
        at: new Date(lastAskedAt).toISOString(),
      }),
    ),
  ]
}

async function configuration(
  services: Services,
  project: Project,
  signal: AbortSignal,
): Promise<Attention[]> {
  const { assistant, agent } = modelsOf(services, project)
  const host = await gitHostOf(services, project, signal)
  return [
    ...(assistant.problem === null
      ? []
      : [entry('model', 'The assistant has no model', assistant.problem, { id: 'assistant' })]),
    ...(agent.problem === null || project.repository === undefined
      ? []
      : [entry('model', 'The agent has no model', agent.problem, { id: 'agent' })]),
    ...(host.problem === null
      ? []
      : [entry('git-host', 'The agent cannot open pull requests', host.problem)]),
  ]
}

/** What the index lost, as far as somebody should do something. */
function lostParts({ problems, startedAt: at }: IndexStatus): Attention[] {
  return problems
    .filter(isForPeople)
    .slice(0, MOST)
    .map(({ title, advice, examples: [example] }) =>
      entry('index', title, [example && `${problemLine(example)} `, advice].join(''), { at }),
    )
}

function times(count: number): string {
  return count === 1
    ? 'Asked once this week, and the documentation does not say.'
    : `Asked ${count} times this week, and the documentation does not say.`
}
