import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isOnlyOnPath } from '../find-program.ts'
import { embeddedPrograms } from './embedded-programs.ts'

/** Where Debian keeps the programs of each version. */
const DEBIAN = '/usr/lib/postgresql'
/** The oldest version that Docent supports. */
const OLDEST = 15

/**
 * Folder of `initdb` and `pg_ctl`: `POSTGRES_BIN`, else the newest that Debian installed, else the one that npm installed.
 * Undefined without any.
 */
export function postgresPrograms(): string | undefined {
  return process.env.POSTGRES_BIN || debianPrograms() || embeddedPrograms()
}

function debianPrograms(): string | undefined {
  if (isOnlyOnPath() || !existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .filter((version) => Number(version) >= OLDEST)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}
