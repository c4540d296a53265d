import { coversProjects } from '@docent/core'
import { json, KeyStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { KeyView, viewOfKey } from './key-view.ts'

export const listKeys = defineApiOperation({
  id: 'listKeys',
  summary: 'List API keys, newest first',
  description:
    'Revoked and expired ones too. A key that is limited to projects sees the keys of those alone.',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  reply: {
    status: 200,
    description: 'The keys, without what opens anything.',
    content: { 'application/json': z.object({ keys: z.array(KeyView) }) },
  },
  async handle({ organizationId, reach, services, signal }) {
    const records = await services.docent.resolve<KeyStore>(KeyStore).list(organizationId, { signal })
    const seen = records.filter(({ projectIds }) => coversProjects(reach, projectIds))
    return json({ keys: seen.map(viewOfKey) })
  },
})
