import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import type { NavigationGroup, NavigationItem } from '../navigation.ts'
import { MenuButton } from './menu-button.tsx'

const load = () => import('./more-menu.tsx')
const MoreMenu = lazy(load)

interface BottomBarProps {
  groups: readonly NavigationGroup[]
  open: NavigationItem | undefined
  account: string
}

/** The navigation of a narrow screen: three pages, and a menu of the others. */
export function BottomBar({ groups, open, account }: BottomBarProps) {
  const main = groups.flatMap(({ items }) => items.filter(({ isMain }) => isMain))
  return (
    <nav className="bottom" aria-label="Main, short">
      {main.map((item) => (
        <AppLink
          key={item.href}
          href={item.href}
          {...(item === open ? { 'aria-current': 'page' as const } : {})}
        >
          <item.icon size={18} aria-hidden />
          {item.title}
        </AppLink>
      ))}
      <MenuButton
        isCurrent={open !== undefined && !open.isMain}
        onNear={load}
        menu={(place) => <MoreMenu {...{ groups, account }} {...place} />}
      >
        <Ellipsis size={18} aria-hidden />
        More
      </MenuButton>
    </nav>
  )
}
