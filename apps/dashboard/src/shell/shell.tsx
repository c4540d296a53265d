import { Outlet, useLocation } from '@tanstack/react-router'
import { CircleUser, PanelLeft, Search } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Session } from '../api/account/session.ts'
import { AppLink } from '../ui/app-link.tsx'
import { IconButton } from '../ui/button.tsx'
import { Toasts } from '../ui/toast.tsx'
import { lastDomain, lastProject, rememberProject } from './last-project.ts'
import { BottomBar } from './menus/bottom-bar.tsx'
import { MenuButton } from './menus/menu-button.tsx'
import { ProjectPicker } from './menus/project-picker.tsx'
import { PALETTE_KEY, usePaletteKey } from './menus/use-palette-key.ts'
import { type NavigationGroup, type NavigationItem, navigationOf, openItem } from './navigation.ts'
import { PasswordBanner } from './password-banner.tsx'
import { organizationPath } from './paths.ts'
import { recall, remember } from './theme.ts'
import { useCurrentProject } from './use-project.ts'

const loadAccount = () => import('./menus/account-menu.tsx')
const AccountMenu = lazy(loadAccount)
const CommandPalette = lazy(() => import('./menus/command-palette.tsx'))

/** Navigation at the side, or at the bottom of a narrow screen, around the page that is open. */
export function Shell({ session }: { session: Session }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { organization, projects, current, isPending, domain } = useCurrentProject()
  const [isFolded, setFolded] = useState(() => recall('docent-folded') === 'true')
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(useCallback(() => setPaletteOpen(true), []))
  const main = useRef<HTMLElement>(null)
  const shownProject = current ?? lastProject(organization, projects)
  useEffect(() => {
    if (current) rememberProject(organization, current)
  }, [organization, current])
  // Drawn at once, so that nothing moves when the projects come.
  const shownDomain = isPending ? (domain ?? lastDomain(organization)) : shownProject?.domain
  const groups = navigationOf(organization, shownDomain, session)
  const open = openItem(groups, path)
  // Where a page begins: the keyboard and screen readers start there after a change of pages.
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  const fold = () => {
    remember('docent-folded', String(!isFolded))
    setFolded(!isFolded)
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className={isFolded ? 'shell folded' : 'shell'}>
        <nav className="side" aria-label="Main">
          <div className="side-top">
            <ProjectPicker
              {...{ organization, projects }}
              current={shownProject}
              canAdd={session.permissions.includes('manage')}
            />
          </div>
          <Button
            className="nav-item"
            onPress={() => setPaletteOpen(true)}
            {...(isFolded ? { 'aria-label': 'Search' } : {})}
          >
            <Search size={16} aria-hidden />
            <span>Search</span>
            <kbd aria-hidden>{PALETTE_KEY}</kbd>
          </Button>
          {groups.map((group) => (
            <Group key={group.title} group={group} open={open} />
          ))}
          <div className="side-end">
            <MenuButton
              className="nav-item"
              label={`Account of ${session.user.name}`}
              onNear={loadAccount}
              menu={(place) => <AccountMenu organization={organization} {...place} />}
            >
              <CircleUser size={16} aria-hidden />
              <span className="truncate">{session.user.name}</span>
            </MenuButton>
            <IconButton
              label={isFolded ? 'Unfold the navigation' : 'Fold the navigation'}
              icon={<PanelLeft size={16} />}
              onPress={fold}
            />
          </div>
        </nav>
        <header className="phone-top">
          <ProjectPicker
            {...{ organization, projects }}
            current={shownProject}
            canAdd={session.permissions.includes('manage')}
          />
          <IconButton label="Search" icon={<Search size={18} />} onPress={() => setPaletteOpen(true)} />
        </header>
        <main className="main" id="main" ref={main} tabIndex={-1}>
          <PasswordBanner session={session} href={organizationPath(organization, 'account')} />
          <Outlet />
        </main>
      </div>
      <BottomBar groups={groups} open={open} account={organizationPath(organization, 'account')} />
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette
            {...{ organization, projects, groups }}
            current={shownProject}
            canWrite={session.permissions.includes('edit')}
            onOpenChange={setPaletteOpen}
          />
        </Suspense>
      )}
      <Toasts />
    </>
  )
}

function Group({ group, open }: { group: NavigationGroup; open: NavigationItem | undefined }) {
  return (
    <>
      <h2 className="nav-title">{group.title}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.href}>
            <AppLink
              href={item.href}
              className="nav-item"
              aria-label={item.title}
              {...(item === open ? { 'aria-current': 'page' as const } : {})}
            >
              <item.icon size={16} aria-hidden />
              <span>{item.title}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  )
}
