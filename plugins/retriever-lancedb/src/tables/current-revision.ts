import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DocentError, type Ids } from '@docent/core'
import { z } from 'zod'
import { INDEX_FORMAT, READABLE_FORMATS } from './index-schema.ts'
import { writeSynced } from './synced-file.ts'

const Count = z.int().nonnegative()

export const CurrentRevision = z.object({
  /** An index of an older format is only read; one of a format that nobody here knows counts as none. */
  format: z.int(),
  /** Grows by one with every change of this file. */
  sequence: Count,
  /** The source's name for what is served. */
  revision: z.string(),
  /** Folder of the tables, inside the project's folder. */
  tables: z.string(),
  /** The LanceDB versions of both tables that hold this revision, and nothing else. */
  passagesVersion: Count,
  pagesVersion: Count,
  pages: Count,
  passages: Count,
  /** ISO 639-1 codes of the passages' languages, the most frequent first. */
  languages: z.array(z.string()),
  /** Whose vectors the passages have. */
  embedding: z.object({ model: z.string(), dimensions: z.int().positive() }).optional(),
  /** How many of the passages are limited to groups. */
  restricted: Count,
  /** Commits since the indices were optimized. */
  unfolded: Count,
  /** File with the term statistics, inside the project's folder. */
  statistics: z.string(),
  /** File with those of the passages that are open to everyone, when others are limited to groups. */
  openStatistics: z.string().optional(),
  /** File with what pages call each other (see link-texts.ts); absent in older formats. */
  links: z.string().optional(),
  /** File with the redirects of the site, when it has any. */
  redirects: z.string().optional(),
  /** Its id in the store that revisions are replicated through; absent when it never was there. */
  published: z.string().optional(),
})

/** What readers see: one small file that pins the versions of both tables, replaced by one rename. */
export type CurrentRevision = z.infer<typeof CurrentRevision>

const FILE = 'CURRENT'

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
  const parsed = CurrentRevision.safeParse(parseJson(text))
  if (!parsed.success) {
    throw new DocentError(
      'dependency_failed',
      'The search index of this project is damaged (its file CURRENT cannot be read). Run `docent index --force`: it builds the index anew.',
      { cause: parsed.error },
    )
  }
  return READABLE_FORMATS.has(parsed.data.format) ? parsed.data : undefined
}

/** False for a revision that is served, but cannot be continued: its index must be built anew. */
export function isUpToDate({ format }: CurrentRevision): boolean {
  return format === INDEX_FORMAT
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

/** Files of a revision beside its tables. */
export function filesBeside({ statistics, openStatistics, links, redirects }: CurrentRevision): string[] {
  return [statistics, openStatistics, links, redirects].filter((name) => name !== undefined)
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
