import { defined } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import type { NavigationPlace } from '../parsing/page-parser.ts'

const STATE = 'site-navigation'

const Stored = z.array(
  z.object({ path: z.string(), breadcrumb: z.array(z.string()), title: z.string().optional() }),
)

/** Keeps the order of the pages, for the pages that the server shows; writes only what differs. */
export async function storeNavigation(
  notes: ProjectNotes,
  project: ProjectId,
  navigation: readonly NavigationPlace[],
  options: CallOptions,
): Promise<void> {
  const value: Json = navigation.map(({ path, breadcrumb, title }) => ({
    path,
    breadcrumb: [...breadcrumb],
    ...defined({ title }),
  }))
  const known = await notes.read(project, STATE, options)
  if (JSON.stringify(known) !== JSON.stringify(value)) await notes.write(project, STATE, value, options)
}

/** Empty where the site has none, or was not indexed yet. */
export async function siteNavigation(
  notes: ProjectNotes,
  project: ProjectId,
  options: CallOptions,
): Promise<readonly NavigationPlace[]> {
  const stored = Stored.safeParse(await notes.read(project, STATE, options))
  return stored.success ? stored.data.map(({ title, ...place }) => ({ ...place, ...defined({ title }) })) : []
}

export async function hasNavigation(
  notes: ProjectNotes,
  project: ProjectId,
  options: CallOptions,
): Promise<boolean> {
  return (await notes.read(project, STATE, options)) !== undefined
}
