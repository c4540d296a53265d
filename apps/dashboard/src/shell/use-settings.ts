import { useCan, useHas } from './session-context.ts'
import { useOrganization } from './use-organization.ts'

const PAGES = [
  { page: 'members', title: 'Members', needs: 'members' },
  { page: 'limits', title: 'Limits', needs: 'view' },
  { page: 'webhooks', title: 'Webhooks', needs: 'view' },
  { page: 'retention', title: 'Retention', needs: 'view' },
  { page: 'credentials', title: 'Credentials', needs: 'manage' },
  { page: 'audit', title: 'Audit log', needs: 'manage' },
  { page: 'system', title: 'System', needs: 'manage' },
] as const

/** The settings of an organization that the person may open. */
export function useSettings() {
  const organization = useOrganization()
  const may = { view: useCan('view'), manage: useCan('manage'), members: useCan('members') }
  const hasWebhooks = useHas('webhooks')
  // Credentials are those of the server: its first organization has them.
  return PAGES.filter(
    ({ needs, page }) =>
      may[needs] &&
      (page !== 'credentials' || organization === 'default') &&
      (page !== 'webhooks' || hasWebhooks),
  )
}
