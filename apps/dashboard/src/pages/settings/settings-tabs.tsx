import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Page } from '../../ui/page.tsx'

const TABS = [
  { page: 'members', title: 'Members', needs: 'members' },
  { page: 'limits', title: 'Limits', needs: 'view' },
  { page: 'webhooks', title: 'Webhooks', needs: 'view' },
  { page: 'retention', title: 'Retention', needs: 'view' },
  { page: 'credentials', title: 'Credentials', needs: 'manage' },
  { page: 'audit', title: 'Audit log', needs: 'manage' },
  { page: 'system', title: 'System', needs: 'manage' },
] as const

/** The frame of the settings of an organization. */
export function SettingsTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const organization = useOrganization()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const may = { view: useCan('view'), manage: useCan('manage'), members: useCan('members') }
  // Credentials are those of the server: its first organization has them.
  const shown = TABS.filter(
    ({ needs, page }) => may[needs] && (page !== 'credentials' || organization === 'default'),
  )
  const open = shown.find(({ page }) => path.endsWith(`/settings/${page}`))
  const tabs = useRef<HTMLElement>(null)
  // On a narrow screen the tabs scroll: the open one is brought into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another open tab
  useEffect(() => {
    const strip = tabs.current
    const current = strip?.querySelector('[aria-current]')
    if (!strip || !current) return
    const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()]
    strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  }, [open?.page])
  return (
    <Page title={open?.title ?? 'Settings'} actions={actions}>
      <nav ref={tabs} className="tabs settings-tabs" aria-label="Settings">
        {shown.map(({ page, title }) => (
          <AppLink
            key={page}
            href={organizationPath(organization, page)}
            className="tab"
            {...(page === open?.page ? { 'aria-current': 'page' as const } : {})}
          >
            {title}
          </AppLink>
        ))}
      </nav>
      {children}
    </Page>
  )
}
