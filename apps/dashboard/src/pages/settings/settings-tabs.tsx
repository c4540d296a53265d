import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { organizationPath } from '../../shell/paths.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useSettings } from '../../shell/use-settings.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Page } from '../../ui/page.tsx'

/** The frame of the settings of an organization. */
export function SettingsTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const organization = useOrganization()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const shown = useSettings()
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
