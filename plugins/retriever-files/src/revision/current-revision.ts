import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError, type Ids } from '@docent/core/plugin'
import { ANALYSIS } from '@docent/search'
import { z } from 'zod'
import { writeSynced } from '../files/synced-file.ts'

/** Changes when the files do: an index of another format counts as none. */
const INDEX_FORMAT = 11

const Count = z.int().nonnegative()

const SegmentEntry = z.object({
  /** Its file, inside the project's folder. */
  name: z.string(),
  bytes: Count,
  rows: Count,
  pages: Count,
  /** Numbers of its files that were removed or written anew since. */
  gone: z.array(Count),
})
export type SegmentEntry = z.infer<typeof SegmentEntry>

export const CurrentRevision = z.object({
  format: z.literal(INDEX_FORMAT),
  analysis: z.int(),
  /** Grows by one with every change of this file. */
  sequence: Count,
  /** The source's name for what is served. */
  revision: z.string(),
  segments: z.array(SegmentEntry),
  pages: Count,
  passages: Count,
  /** ISO 639-1 codes of the passages' languages, the most frequent first. */
  languages: z.array(z.string()),
  /** Whose vectors the passages have. */
  embedding: z.object({ model: z.string(), dimensions: z.int().positive() }).optional(),
  /** How many of the passages are limited to groups. */
  restricted: Count,
  /** File with the term statistics, inside the project's folder. */
  statistics: z.string(),
  /** File with those of the passages that are open to everyone, when others are limited to groups. */
  openStatistics: z.string().optional(),
  /** File with what pages call each other (see link-texts.ts). */
  links: z.string(),
  /** File with the redirects of the site, when it has any. */
  redirects: z.string().optional(),
  /** Its id in the store that revisions are replicated through; absent when it never was there. */
  published: z.string().optional(),
})

/** What readers see: one small file that names all others, replaced by one rename. */
export type CurrentRevision = z.infer<typeof CurrentRevision>

const AnyRevision = z.looseObject({ format: z.int() })

const FILE = 'CURRENT'

/** What a new revision says of its files. */
export const NEWEST: Pick<CurrentRevision, 'format' | 'analysis'> = {
  format: INDEX_FORMAT,
  analysis: ANALYSIS,
}

export function currentRevisionFile(folder: string): string {
  return join(folder, FILE)
}

/** Undefined when nothing was committed yet, or when it was written in a format that cannot be read. */
export async function readCurrentRevision(folder: string): Promise<CurrentRevision | undefined> {
  let text: string
  try {
    text = await readFile(currentRevisionFile(folder), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const json = parseJson(text)
  const any = AnyRevision.safeParse(json)
  if (any.success && any.data.format !== INDEX_FORMAT) return undefined
  const parsed = CurrentRevision.safeParse(json)
  if (parsed.success) return parsed.data
  throw new DocentError(
    'dependency_failed',
    'The search index of this project is damaged (its file CURRENT cannot be read). Run `docent index --force`: it builds the index anew.',
    { cause: parsed.error },
  )
}

/** False for a revision that is served, but cannot be continued: its index must be built anew. */
export function isUpToDate({ analysis }: CurrentRevision): boolean {
  return analysis === ANALYSIS
}

/** Replaces the file in one step that survives a power cut: the new content is on disk before the rename. */
export async function writeCurrentRevision(
  folder: string,
  current: CurrentRevision,
  ids: Ids,
): Promise<void> {
  const draft = join(folder, `${FILE}.${ids.sortable()}`)
  await writeSynced(draft, [JSON.stringify(current)])
  await rename(draft, currentRevisionFile(folder))
}

/** Every file of a revision but `CURRENT`, inside the project's folder. */
export function filesOf(current: CurrentRevision): string[] {
  const { segments, statistics, openStatistics, links, redirects } = current
  const beside = [statistics, openStatistics, links, redirects].filter((name) => name !== undefined)
  return [...segments.map(({ name }) => name), ...beside]
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
