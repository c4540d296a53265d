import { isAddressRange } from '../domain/ip-address.ts'
import type { KeyChange, KeyKind } from '../domain/key.ts'
import { DocentError } from '../errors/docent-error.ts'

/** @throws DocentError `invalid_request` that names the field of a new or changed key. */
export function checkKey(
  {
    kind,
    name,
    expiresAt = null,
    allowedIps = [],
    allowedOrigins = [],
    spendUsdPerMonth = null,
  }: KeyChange & { kind: KeyKind },
  now: number,
): void {
  if (name !== undefined && (name.trim() === '' || name.length > 100))
    refuseKey('name', 'must have 1 to 100 characters')
  if (expiresAt !== null && !(expiresAt > now)) refuseKey('expiresAt', 'must be in the future')
  for (const range of allowedIps)
    if (!isAddressRange(range)) refuseKey('allowedIps', `"${range}" is not an IP address or a CIDR range`)
  for (const origin of allowedOrigins)
    if (!isOrigin(origin))
      refuseKey('allowedOrigins', `"${origin}" is not an origin such as https://docs.example.com`)
  if (spendUsdPerMonth !== null && !(spendUsdPerMonth > 0 && spendUsdPerMonth <= 1_000_000))
    refuseKey('spendUsdPerMonth', 'must be above 0 and at most 1,000,000')
  if (kind === 'admin' && allowedOrigins.length > 0) refuseKey('allowedOrigins', 'are for assistant keys')
}

/** As browsers write them. */
export function originsOf(origins: readonly string[]): string[] {
  return origins.map((origin) => new URL(origin).origin)
}

export function refuseKey(path: string, message: string): never {
  throw new DocentError('invalid_request', `${path}: ${message}.`, { issues: [{ path, message }] })
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, pathname, search, hash, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && origin !== 'null' && pathname === '/' && search === '' && hash === ''
}
