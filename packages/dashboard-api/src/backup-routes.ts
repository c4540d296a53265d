import type { RouteTable } from '@docent/core/plugin'
import { listBackups, makeBackup } from './organization/backups.ts'

/** Backups of the whole server. */
export const BACKUP_ROUTES: RouteTable = [
  ['GET', '/api/backups', listBackups],
  ['POST', '/api/backups', makeBackup],
]
