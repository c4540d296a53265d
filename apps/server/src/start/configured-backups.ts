import { join } from 'node:path'
import { Backups, openPlace } from '@docent/backup'
import { Clock, type Docent, JobStore, ProjectNotes } from '@docent/core/plugin'
import type { BackupConfig } from '../config/backup-config.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import type { Environment } from '../environment.ts'
import { version } from '../version.ts'

const OPTION = 'backups.to'
const VARIABLE = 'DOCENT_BACKUP_TO'

/**
 * The backups of a server, as docent.config.ts and the environment say.
 * @throws DocentError `configuration` for an address that is none, or without credentials
 */
export function configuredBackups(
  { to, keep, everyHours }: BackupConfig,
  { docent, env, folder }: { docent: Docent; env: Environment; folder: string },
): Backups {
  const dataDirectory = dataDirectoryOf(env, folder)
  const address = to ?? (env[VARIABLE] || join(dataDirectory, 'backups'))
  const place = openPlace(address, { folder, env, source: to === undefined ? VARIABLE : OPTION })
  const clock = docent.resolve(Clock)
  return new Backups({
    dataDirectory,
    holdsStore: docent.resolve(JobStore).isInDataDirectory ?? false,
    notes: docent.resolve(ProjectNotes),
    place,
    keep,
    everyHours,
    env,
    version: version(),
    now: () => clock.now(),
  })
}
