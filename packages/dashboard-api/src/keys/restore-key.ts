import { restoreKey as restore } from '@docent/core'
import { DocentError, json, KeyStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { findKey } from './find-key.ts'
import { KeyView, viewOfKey } from './key-view.ts'

export const restoreKey = defineApiOperation({
  id: 'restoreKey',
  summary: 'Put an API key back into use that you revoked by mistake',
  description:
    'Works for 30 seconds after the key was revoked (then 409). Takes effect within 5 seconds in every process.',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.restore',
  reply: { status: 200, description: 'The key as it is now.', content: { 'application/json': KeyView } },
  async handle(call) {
    const { actor, note, organizationId, services, signal } = call
    const { id } = await findKey(call)
    // A process may believe in a key for seconds after it was revoked: it must not outlive that.
    if (actor.kind === 'key' && actor.key.id === id)
      throw new DocentError('forbidden', "A key can't restore itself.")
    const ports = { keys: services.docent.resolve(KeyStore), clock: services.clock }
    const record = await restore(ports, organizationId, id, { signal })
    note.about(record.id, { name: record.name, kind: record.kind })
    return json(viewOfKey(record))
  },
})
