import { resolve } from 'node:path'
import { DocentError } from '@docent/core'
import type { DocentConfig } from './docent-config.ts'
import type { HttpSettings } from './http-settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** DOCENT_DATA, absolute; `.docent-data` where the user ran the command by default. */
export function dataDirectoryOf(env: Environment, folder: string): string {
  return resolve(folder, env.DOCENT_DATA || '.docent-data')
}

/** @throws DocentError `configuration` for a PORT that is no port. */
export function httpSettings({ http }: DocentConfig, env: Environment): HttpSettings {
  const { sunset, ...settings } = http
  return {
    ...settings,
    port: portOf(env) ?? http.port,
    host: env.HOST || http.host,
    sunset: sunset === undefined ? undefined : new Date(`${sunset}T00:00:00Z`),
  }
}

function portOf({ PORT }: Environment): number | undefined {
  if (PORT === undefined || PORT === '') return undefined
  const port = Number(PORT)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DocentError('configuration', `PORT: "${PORT}" is not a port: use a number from 0 to 65535.`)
}
