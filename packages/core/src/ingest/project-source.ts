import { z } from 'zod'
import type { Project } from '../domain/project.ts'
import { DocentError } from '../errors/docent-error.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { DocsSource } from '../ports/docs-source.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import { INDEX_STATE } from './index-progress.ts'

const MINUTE_MS = 60_000

const StoredProgress = z.object({ phase: z.string(), startedAt: z.number() })

/**
 * The source of a project: the one it names, else the first that has its repository.
 * @throws DocentError `configuration` when none fits.
 */
export function sourceOf(project: Project, sources: readonly DocsSource[]): DocsSource {
  const { id, source: named, repository } = project
  const fitting = sources.filter((candidate) => candidate.matches(project))
  const found = named === undefined ? fitting[0] : fitting.find(({ name }) => name === named.plugin)
  if (found) return found
  const names = sources.map(({ name }) => name).join(', ') || 'none'
  throw new DocentError(
    'configuration',
    named === undefined
      ? `No documentation source fits project ${id} (${repository}; configured: ${names}). Add one, such as source-git, to "plugins" in docent.config.ts.`
      : `Project ${id} names the documentation source "${named.plugin}", which is not configured (configured: ${names}). Add its plugin, such as source-sitemap, to "plugins" in docent.config.ts, or correct "source.plugin".`,
  )
}

/** False while what the source gave last is younger than it asks for; a failed run is always worth another. */
export async function isRefreshDue(
  { refreshMinutes = 0 }: DocsSource,
  { id }: Project,
  projects: ProjectStore,
  now: number,
  options: CallOptions,
): Promise<boolean> {
  if (refreshMinutes === 0) return true
  const last = StoredProgress.safeParse(await projects.state(id, INDEX_STATE, options))
  return (
    !last.success || last.data.phase !== 'done' || now - last.data.startedAt >= refreshMinutes * MINUTE_MS
  )
}
