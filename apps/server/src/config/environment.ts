import { resolve } from 'node:path'
import { DocentError, defined } from '@docent/core/plugin'
import { hostNameOf } from '@docent/http/settings'
import type { Environment } from '../environment.ts'
import { configuredAddress } from './configured-address.ts'
import type { HttpConfig } from './http-config.ts'
import type { HttpSettings } from './http-settings.ts'

/** DOCENT_DATA, absolute; `.docent-data` where the user ran the command by default. */
export function dataDirectoryOf(env: Environment, folder: string): string {
  return resolve(folder, env.DOCENT_DATA || '.docent-data')
}

/** @throws DocentError `configuration` for a PORT that is no port. */
export function httpSettings(
  { http }: { http: HttpConfig },
  env: Environment,
  chosen: Partial<Pick<HttpSettings, 'https' | 'development'>> = {},
): HttpSettings {
  const { sunset, https, ...settings } = http
  const resolved = {
    ...settings,
    https:
      typeof https === 'object'
        ? { cert: https.cert, key: https.key, ...defined({ passphrase: https.passphrase }) }
        : https || (chosen.https ?? false),
    development: chosen.development ?? false,
    port: portOf(env) ?? http.port,
    trustedProxies: numberOf(env, 'DOCENT_TRUSTED_PROXIES', 10) ?? http.trustedProxies,
    drainMs: drainOf(env) ?? http.drainMs,
    host: env.HOST || http.host,
    hosts: hostsOf(env) ?? http.hosts,
    publicUrl: originOf(env.DOCENT_URL, 'DOCENT_URL') ?? originOf(http.publicUrl, 'http.publicUrl'),
    siteOrigin:
      originOf(env.DOCENT_SITE_ORIGIN, 'DOCENT_SITE_ORIGIN') ?? originOf(http.siteOrigin, 'http.siteOrigin'),
    sunset: sunset === undefined ? undefined : new Date(`${sunset}T00:00:00Z`),
  }
  assertOwnHost(resolved, env.DOCENT_SITE_ORIGIN ? 'DOCENT_SITE_ORIGIN' : 'http.siteOrigin')
  return resolved
}

/** Cookies go to a host whatever its port is: pages on the host of the dashboard would get them. */
function assertOwnHost(settings: HttpSettings, source: string): void {
  const { siteOrigin } = settings
  if (siteOrigin === undefined) return
  const host = hostNameOf(new URL(siteOrigin).host)
  if (host !== hostNameOf(new URL(configuredAddress(settings)).host)) return
  throw new DocentError(
    'configuration',
    `${source} is on ${host}, the host of the dashboard. Pages need a separate host. Set another host name that leads to this server, or leave the option out.`,
  )
}

/** Without a trailing slash. @throws DocentError `configuration` for what is no address of a server. */
function originOf(text: string | undefined, source: string): string | undefined {
  if (text === undefined || text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url && isOrigin && /^https?:$/.test(url.protocol)) return url.origin
  throw new DocentError(
    'configuration',
    `${source} is "${text}", which is not an address such as https://docent.acme.com. Write the protocol and the host, without a path.`,
  )
}

function portOf({ PORT }: Environment): number | undefined {
  if (PORT === undefined || PORT === '') return undefined
  const port = Number(PORT)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new DocentError(
    'configuration',
    `PORT is "${PORT}", which is not a port. Set it to a number from 0 to 65535.`,
  )
}

/** @throws DocentError `configuration` for what is no name of a host. */
function hostsOf({ DOCENT_HOSTS }: Environment): string[] | undefined {
  if (DOCENT_HOSTS === undefined || DOCENT_HOSTS === '') return undefined
  const hosts = DOCENT_HOSTS.split(',').map((each) => each.trim())
  for (const host of hosts)
    if (hostNameOf(host) === undefined)
      throw new DocentError(
        'configuration',
        `DOCENT_HOSTS contains "${host}", which is not a host name such as docs.lan. Write names without a protocol, separated by commas.`,
      )
  return hosts
}

function drainOf(env: Environment): number | undefined {
  const seconds = numberOf(env, 'DOCENT_DRAIN_SECONDS', 600)
  return seconds === undefined ? undefined : seconds * 1_000
}

function numberOf(env: Environment, variable: string, most: number): number | undefined {
  const text = env[variable]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= most) return value
  throw new DocentError(
    'configuration',
    `${variable} is "${text}". Set it to a whole number from 0 to ${most}.`,
  )
}
