import { coversProjects } from '@docent/core'
import { DocentError, type KeyRecord, KeyStore } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'

/**
 * The key that the path names, of those that the caller may see.
 * @throws DocentError `not_found`
 */
export async function findKey({
  organizationId,
  params,
  reach,
  services,
  signal,
}: ApiCall): Promise<KeyRecord> {
  const records = await services.docent.resolve<KeyStore>(KeyStore).list(organizationId, { signal })
  const found = records.find(({ id }) => id === params.id)
  if (found && coversProjects(reach, found.projectIds)) return found
  throw new DocentError('not_found', 'There is no such key.')
}
