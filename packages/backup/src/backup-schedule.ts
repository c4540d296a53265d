import { PeriodicTask } from '@docent/core'
import { type Docent, Logger } from '@docent/core/plugin'
import type { Backups } from './backups.ts'

const HOUR_MS = 3_600_000

/** Backs the data directory up every so many hours, in one of all processes; undefined without a schedule. */
export function backupSchedule(
  docent: Docent,
  backups: Pick<Backups, 'address' | 'everyHours' | 'make'>,
): PeriodicTask | undefined {
  if (backups.everyHours === 0) return undefined
  return new PeriodicTask(docent, {
    name: 'backup',
    everyMs: Math.max(1_000, Math.round(backups.everyHours * HOUR_MS)),
    askMs: 600_000,
    notPlanned: 'the backup could not be planned; Docent tries again in ten minutes',
    async run(signal) {
      const logger = docent.resolve(Logger)
      try {
        const { file, bytes, isEncrypted } = await backups.make(signal)
        logger.info({ file, bytes, isEncrypted }, 'the data directory was backed up')
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error, to: backups.address }, 'the backup failed')
        throw error
      }
    },
  })
}
