import type { Job } from './job.ts'

/** How much of the workers an organization or a project gets. */
export interface QueueShare {
  /** Its share among those that wait, 1 to 1,000. Default: 1. */
  readonly share?: number | undefined
  /** Most jobs of it that run at once. */
  readonly running?: number | undefined
}

/** Who gets how much of the workers when jobs wait. Without an entry, the share is 1. */
export interface QueueShares {
  /** Most running jobs of each project, and of each organization, that has no limit of its own. Default: no limit. */
  readonly runningPerProject?: number | undefined
  readonly runningPerOrganization?: number | undefined
  /** By their ids. */
  readonly organizations: Readonly<Record<string, QueueShare>>
  readonly projects: Readonly<Record<string, QueueShare>>
}

export const NO_SHARES: QueueShares = { organizations: {}, projects: {} }

/** Where a job stands in the line of its project. */
export interface JobPlace {
  /** 1 for the next one. */
  readonly position: number
  /** When it begins if its project goes on as it did, milliseconds since the epoch; null while nothing tells. */
  readonly expectedAt: number | null
}

/** How much longer a job waits that no person asked for, ms: people go first, and nobody waits forever. */
const AUTOMATION_WAIT_MS = 3_600_000

/** What is added to the time of a job for its place in the line of its project. */
export function placeLater({ personId, userId }: Pick<Job, 'personId' | 'userId'>): number {
  return personId === undefined && userId === null ? AUTOMATION_WAIT_MS : 0
}

/** The waiting jobs of one project, and what else runs of it. */
export interface JobLine {
  readonly organizationId: string
  readonly projectId: string
  /** Jobs of the project that workers hold. */
  readonly running: number
  /** Whether one of its jobs can be handed out: not every line with running jobs has any. */
  readonly isWaiting: boolean
  /** When the project, and its organization, last got a worker, milliseconds since the epoch; 0 for never. */
  readonly servedAt: number
  readonly organizationServedAt: number
}

/**
 * The line that the next worker is given to: of those below their limits, the one whose organization, and which itself
 * within it, has the fewest running jobs for its share; of equals, the one that waited the longest for its share.
 * @param lines all that wait or have running jobs
 */
export function nextLine<Line extends JobLine>(
  lines: readonly Line[],
  shares: QueueShares,
  now: number,
): Line | undefined {
  const byOrganization = new Map<string, number>()
  for (const { organizationId, running } of lines)
    byOrganization.set(organizationId, (byOrganization.get(organizationId) ?? 0) + running)
  let best: { line: Line; rank: readonly number[] } | undefined
  for (const line of lines) {
    if (!line.isWaiting) continue
    const whole = byOrganization.get(line.organizationId) ?? 0
    const [organization, project] = [
      shares.organizations[line.organizationId],
      shares.projects[line.projectId],
    ]
    if (whole >= (organization?.running ?? shares.runningPerOrganization ?? Number.POSITIVE_INFINITY))
      continue
    if (line.running >= (project?.running ?? shares.runningPerProject ?? Number.POSITIVE_INFINITY)) continue
    const [organizationShare, projectShare] = [organization?.share ?? 1, project?.share ?? 1]
    const rank = [
      whole / organizationShare,
      (line.organizationServedAt - now) * organizationShare,
      line.running / projectShare,
      (line.servedAt - now) * projectShare,
    ]
    if (!best || isBefore(rank, best.rank)) best = { line, rank }
  }
  return best?.line
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const index = rank.findIndex((each, position) => each !== other[position])
  return index >= 0 && (rank[index] ?? 0) < (other[index] ?? 0)
}
