import { join } from 'node:path'
import type { BackupConfig } from '../config/backup-config.ts'
import { dataDirectoryOf, type Environment } from '../config/environment.ts'
import { version } from '../version.ts'
import { Backups } from './backups.ts'
import { openPlace } from './open-place.ts'

const OPTION = 'backups.to'
const VARIABLE = 'DOCENT_BACKUP_TO'

/**
 * The backups of a server, as docent.config.ts and the environment say.
 * @throws DocentError `configuration` for an address that is none, or without credentials
 */
export function configuredBackups(
  { to, keep, everyHours }: BackupConfig,
  { env, folder, now }: { env: Environment; folder: string; now: () => number },
): Backups {
  const dataDirectory = dataDirectoryOf(env, folder)
  const address = to ?? (env[VARIABLE] || join(dataDirectory, 'backups'))
  const place = openPlace(address, { folder, env, source: to === undefined ? VARIABLE : OPTION })
  return new Backups({ dataDirectory, place, keep, everyHours, env, version: version(), now })
}
