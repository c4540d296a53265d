import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeRecord } from '../files/records.ts'
import { readRedirects } from '../links/site-redirects.ts'
import { loadLinks } from '../links/stored-links.ts'
import { Segment } from '../segments/segment.ts'
import { loadStatistics } from '../segments/stored-statistics.ts'
import { type CurrentRevision, filesOf, isMissing, readCurrentRevision } from './current-revision.ts'

/** True when every file that CURRENT names is there, whole by its size: cheap enough for each health check. */
export async function isComplete(folder: string, current: CurrentRevision): Promise<boolean> {
  const sizes = new Map(current.segments.map(({ name, bytes }) => [name, bytes]))
  const found = await Promise.all(
    filesOf(current).map(async (name) => {
      const size = await sizeOf(join(folder, name))
      const expected = sizes.get(name)
      return expected === undefined ? size > 0 : size === expected
    }),
  )
  return found.every(Boolean)
}

/**
 * Reads everything of the committed revision from the disk, beside all memory of the process.
 * @throws whatever reading damaged or missing files throws
 */
export async function verifyIndex(folder: string): Promise<void> {
  const current = await readCurrentRevision(folder)
  if (current === undefined) return
  if (!(await isComplete(folder, current))) throw new Error('Files of the index are missing.')
  await loadStatistics(join(folder, current.statistics))
  if (current.openStatistics !== undefined) await loadStatistics(join(folder, current.openStatistics))
  await loadLinks(join(folder, current.links))
  if (current.redirects !== undefined) await readRedirects(join(folder, current.redirects))
  for (const { name } of current.segments) {
    const segment = await Segment.open(folder, name)
    try {
      for (const section of Object.keys(segment.file.footer.sections)) await segment.file.section(section)
      for (let row = 0; row < segment.rows; row++) decodeRecord(await segment.record(row))
      for (let page = 0; page < segment.pages; page++) decodeRecord(await segment.pageRecord(page))
    } finally {
      await segment.close()
    }
  }
}

/** Bytes; -1 when there is no such file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return -1
    throw error
  }
}
