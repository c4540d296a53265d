import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Json } from '../../domain/json.ts'
import type { Project, ProjectSource } from '../../domain/project.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { DocsSource } from '../../ports/docs-source.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import { INDEX_STATE } from '../progress/index-progress.ts'

const MINUTE_MS = 60_000

const SOURCE_STATE = 'index-source'

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

/** Remembers what a project was read from. */
export async function rememberSource({ id, source }: Project, notes: ProjectNotes): Promise<void> {
  if (source !== undefined) await notes.write(id, SOURCE_STATE, sourceJson(source))
}

/**
 * False while what the source gave last is younger than it asks for. A failed run is always worth another, and so is
 * another address.
 */
export async function isRefreshDue(
  { refreshMinutes = 0 }: DocsSource,
  { id, source }: Project,
  notes: ProjectNotes,
  now: number,
  options: CallOptions,
): Promise<boolean> {
  if (refreshMinutes === 0) return true
  const last = StoredProgress.safeParse(await notes.read(id, INDEX_STATE, options))
  if (source && !isDeepStrictEqual(await notes.read(id, SOURCE_STATE, options), sourceJson(source)))
    return true
  return (
    !last.success || last.data.phase !== 'done' || now - last.data.startedAt >= refreshMinutes * MINUTE_MS
  )
}

function sourceJson({ plugin, url, include, exclude }: ProjectSource): Json {
  return { plugin, url, include: [...(include ?? [])], exclude: [...(exclude ?? [])] }
}
