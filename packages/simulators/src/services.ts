import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { NeededService } from '@docent/testing'
import { findProgram, isProgram } from './find-program.ts'
import { postgresPrograms } from './postgres/postgres-programs.ts'

/** A service that `npm run services` installs. */
export interface Service extends NeededService {
  /** The Debian package. */
  readonly debian: string
}

/** Path of Chromium: `CHROMIUM_PATH`, else the installed one. Undefined without any. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || findProgram('chromium')
}

export const CHROMIUM: Service = service('Chromium', 'chromium', () => findChromium() !== undefined)
export const FISH: Service = service('fish', 'fish', () => findProgram('fish') !== undefined)
export const OPENSSL: Service = service('openssl', 'openssl', () => findProgram('openssl') !== undefined)
export const PGBOUNCER: Service = service(
  'PgBouncer',
  'pgbouncer',
  () => findProgram('pgbouncer') !== undefined,
)
/** npm installs it where it can: only other systems and processors need Debian's. */
export const POSTGRES: Service = service(
  'PostgreSQL 15 or later',
  'postgresql',
  () => postgresPrograms() !== undefined,
)
/** Of the server's own version: an older `pg_dump` refuses a newer server. */
export const POSTGRES_DUMP: Service = service('PostgreSQL with pg_dump', 'postgresql', () => {
  const folder = postgresPrograms() ?? ''
  return ['pg_dump', 'pg_restore'].every((program) => isProgram(join(folder, program)))
})
export const PROMTOOL: Service = service(
  'promtool of Prometheus',
  'prometheus',
  () => findProgram('promtool') !== undefined,
)
/** Lists the processes of this machine. */
export const PS: Service = service('ps', 'procps', () => findProgram('ps') !== undefined)
export const REDIS: Service = service(
  'Redis 6.2 or later',
  'redis-server',
  () => findProgram('redis-cli') !== undefined && isNewRedis(),
)
export const ZSH: Service = service('zsh', 'zsh', () => findProgram('zsh') !== undefined)

/** Every service that a test of this repository may need. */
export const SERVICES: readonly Service[] = [
  CHROMIUM,
  FISH,
  OPENSSL,
  PGBOUNCER,
  POSTGRES,
  POSTGRES_DUMP,
  PROMTOOL,
  PS,
  REDIS,
  ZSH,
]

function service(name: string, debian: string, isInstalled: () => boolean): Service {
  return { name, debian, isInstalled, install: 'npm run services' }
}

function isNewRedis(): boolean {
  const program = findProgram('redis-server')
  if (program === undefined) return false
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = '0', minor = '0'] = /v=(\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 6 || (major === '6' && Number(minor) >= 2)
}
