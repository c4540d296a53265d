import type { Resealed } from '@docent/core/plugin'
import type { AuthContext } from 'better-auth'

interface Row {
  id: string
  secret: string
  backupCodes: string
}

/** Rows of one step. */
const PAGE = 500

/**
 * Encrypts second factors anew that an older secret encrypted, so that people keep theirs when it goes.
 *
 * What no secret opens stays as it is.
 *
 * @param secrets newest first, with the version that stands in what each encrypted
 */
export async function resealSecondFactors(
  adapter: Pick<AuthContext['adapter'], 'findMany' | 'update'>,
  secrets: readonly { version: number; value: string }[],
): Promise<Resealed> {
  const [newest] = secrets
  const result = { resealed: 0, lost: 0 }
  if (newest === undefined) return result
  const { parseEnvelope, symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto')
  const keys = new Map(secrets.map(({ version, value }) => [version, value]))
  const key = { keys, currentVersion: newest.version }
  const reseal = async (data: string) => {
    const sealedBy = parseEnvelope(data)?.version
    const isKnown = sealedBy !== undefined && sealedBy !== newest.version && keys.has(sealedBy)
    return isKnown ? symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) }) : data
  }
  const isOpened = (data: string) => {
    const sealedBy = parseEnvelope(data)?.version
    return sealedBy === undefined || keys.has(sealedBy)
  }
  for (let offset = 0; ; offset += PAGE) {
    const sortBy = { field: 'id', direction: 'asc' } as const
    const rows = await adapter.findMany<Row>({ model: 'twoFactor', limit: PAGE, offset, sortBy })
    for (const { id, secret, backupCodes } of rows) {
      if (![secret, backupCodes].every(isOpened)) {
        result.lost += 1
        continue
      }
      const update = { secret: await reseal(secret), backupCodes: await reseal(backupCodes) }
      if (update.secret === secret && update.backupCodes === backupCodes) continue
      // What somebody set up anew meanwhile stays.
      const where = [
        { field: 'id', value: id },
        { field: 'secret', value: secret },
      ]
      await adapter.update({ model: 'twoFactor', where, update })
      result.resealed += 1
    }
    if (rows.length < PAGE) return result
  }
}
