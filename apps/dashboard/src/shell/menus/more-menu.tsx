import { CircleUser } from 'lucide-react'
import { Header, MenuItem, MenuSection, Separator } from 'react-aria-components'
import type { NavigationGroup } from '../navigation.ts'
import type { MenuPlace } from './menu-button.tsx'
import { ShellMenu } from './shell-menu.tsx'

interface MoreMenuProps extends MenuPlace {
  groups: readonly NavigationGroup[]
  account: string
}

/** The pages that have no place in the bar at the bottom. */
export default function MoreMenu({ groups, account, ...place }: MoreMenuProps) {
  const others = groups
    .map((group) => ({ ...group, items: group.items.filter(({ isMain }) => !isMain) }))
    .filter(({ items }) => items.length > 0)
  return (
    <ShellMenu label="More pages" offset={8} {...place}>
      {others.map((group) => (
        <MenuSection key={group.title}>
          <Header className="options-title">{group.title}</Header>
          {group.items.map((item) => (
            <MenuItem key={item.href} className="option" href={item.href}>
              <item.icon size={16} aria-hidden />
              {item.title}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
      <Separator className="separator" />
      <MenuItem className="option" href={account}>
        <CircleUser size={16} aria-hidden />
        Your account
      </MenuItem>
    </ShellMenu>
  )
}
