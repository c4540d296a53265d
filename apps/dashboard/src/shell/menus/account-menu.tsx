import { Check, CircleUser, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Header, MenuItem, MenuSection, Separator } from 'react-aria-components'
import { useSignOut } from '../../api/account/session.ts'
import { organizationPath } from '../paths.ts'
import { type Theme, useTheme } from '../theme.ts'
import type { MenuPlace } from './menu-button.tsx'
import { ShellMenu } from './shell-menu.tsx'

const THEMES: readonly [Theme, string, typeof Sun][] = [
  ['system', 'As the system', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
]

/** The account, the theme, and the way out. */
export default function AccountMenu({ organization, ...place }: MenuPlace & { organization: string }) {
  const [theme, setTheme] = useTheme()
  const signOut = useSignOut()
  return (
    <ShellMenu label="Account" {...place}>
      <MenuItem className="option" href={organizationPath(organization, 'account')}>
        <CircleUser size={14} aria-hidden />
        Your account
      </MenuItem>
      <Separator className="separator" />
      <MenuSection>
        <Header className="options-title">Theme</Header>
        {THEMES.map(([value, title, Icon]) => (
          <MenuItem key={value} className="option" textValue={title} onAction={() => setTheme(value)}>
            <Icon size={14} aria-hidden />
            {title}
            {theme === value && <Check size={14} className="tick" aria-label="chosen" />}
          </MenuItem>
        ))}
      </MenuSection>
      <Separator className="separator" />
      <MenuItem className="option" onAction={() => signOut.mutate()}>
        <LogOut size={14} aria-hidden />
        Sign out
      </MenuItem>
    </ShellMenu>
  )
}
