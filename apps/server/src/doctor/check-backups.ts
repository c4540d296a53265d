import type { Backups, LastBackup } from '@docent/backup'
import { attention, type CheckResult, checked, fine } from '@docent/commands'

const HOUR_MS = 3_600_000
/** Without a schedule of the server, by which somebody else's is recognized. */
const USUAL_HOURS = 7 * 24
const NAME = 'backup'
const NOTE = 'docent note-backup ADDRESS'

/** Whether the last backup is as new as it should be, and its place answers. */
export function checkBackups(backups: Backups, now: number, reach: boolean): Promise<CheckResult> {
  return checked(NAME, async () => {
    if (reach) await backups.list({ signal: AbortSignal.timeout(20_000) })
    const last = await backups.last()
    const fix = mendOf(backups, last)
    if (last === undefined)
      return attention(
        NAME,
        backups.holdsStore ? 'There is no backup yet' : 'No backup of the database is recorded',
        fix,
      )
    const hours = (now - Date.parse(last.createdAt)) / HOUR_MS
    const text = `${last.address}, ${ageOf(hours)} old${last.isNoted ? ', by another tool' : ''}`
    return hours > 2 * (backups.everyHours || USUAL_HOURS / 2) ? attention(NAME, text, fix) : fine(NAME, text)
  })
}

function mendOf({ everyHours, holdsStore }: Backups, last: LastBackup | undefined): string {
  if (!holdsStore && last === undefined)
    return `Back up the database with its own tools, such as pg_dump, and run this command after each backup: ${NOTE}`
  if (last?.isNoted) return `Back up with your tool again, and then run: ${NOTE}`
  const own =
    everyHours > 0
      ? 'Look for "backup" in the log of the server, or run: docent backup.'
      : 'Run: docent backup. Or set backups.everyHours in docent.config.ts.'
  return `${own} If another tool makes the backups, run after each: ${NOTE}`
}

function ageOf(hours: number): string {
  return hours < 48 ? `${Math.max(0, Math.round(hours))} h` : `${Math.round(hours / 24)} days`
}
