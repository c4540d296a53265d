import { revokeKey as revoke } from '@docent/core'
import { json, KeyStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { findKey } from './find-key.ts'
import { KeyView, viewOfKey } from './key-view.ts'

export const revokeKey = defineApiOperation({
  id: 'revokeKey',
  summary: 'Revoke an API key',
  description:
    'Takes effect within 5 seconds in every process. If you revoke a key again, the first time stays.',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.revoke',
  reply: { status: 200, description: 'The key as it is now.', content: { 'application/json': KeyView } },
  async handle(call) {
    const { note, organizationId, services, signal } = call
    const { id } = await findKey(call)
    const ports = { keys: services.docent.resolve(KeyStore), clock: services.clock }
    const record = await revoke(ports, organizationId, id, { signal })
    note.about(record.id, { name: record.name, kind: record.kind })
    return json(viewOfKey(record))
  },
})
