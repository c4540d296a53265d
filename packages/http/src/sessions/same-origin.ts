import type { IncomingHttpHeaders } from 'node:http'
import { DocentError } from '@docent/core/plugin'

/**
 * Refuses a change that a page of another origin sends. Programs that are no browsers send no `Origin` and pass.
 *
 * @param publicUrl the address that the operator configured; absent, a page is ours when it has the host of the request
 * @throws DocentError `forbidden`
 */
export function assertSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): void {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse(publicUrl)
  if (origin === undefined) return
  const isOurs = publicUrl === undefined ? hostOf(origin) === host : origin === new URL(publicUrl).origin
  if (!isOurs) refuse(publicUrl)
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function refuse(publicUrl: string | undefined): never {
  const hint = publicUrl === undefined ? '' : ` Open Docent at ${publicUrl}.`
  throw new DocentError('forbidden', `This request comes from a page of another address.${hint}`)
}
