import { coversProjects, DocentError, KeyStore, revokeKey as revoke } from '@docent/core'
import { defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'
import { KeyView, viewOfKey } from './key-view.ts'

export const revokeKey = defineApiOperation({
  id: 'revokeKey',
  summary: 'Take an API key out of use',
  description: 'Counts within 5 seconds everywhere. Revoking twice keeps the first time.',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.revoke',
  reply: { status: 200, description: 'The key as it is now.', content: { 'application/json': KeyView } },
  async handle({ note, organizationId, params, reach, services, signal }) {
    const records = await services.docent.resolve<KeyStore>(KeyStore).list(organizationId, { signal })
    const found = records.find(({ id }) => id === params.id)
    if (!found || !coversProjects(reach, found.projectIds))
      throw new DocentError('not_found', 'There is no such key.')
    const ports = { keys: services.docent.resolve(KeyStore), clock: services.clock }
    const record = await revoke(ports, organizationId, found.id, { signal })
    note.about(record.id, { name: record.name, kind: record.kind })
    return json(viewOfKey(record))
  },
})
