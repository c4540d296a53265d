import { Check, CircleUser, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import { type Session, useSignOut } from '../api/session.ts'
import { organizationPath } from './paths.ts'
import { type Theme, useTheme } from './theme.ts'

const THEMES: readonly [Theme, string, typeof Sun][] = [
  ['system', 'As the system', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
]

/** Who is signed in, their account, the theme, and the way out. */
export function AccountMenu({ session, organization }: { session: Session; organization: string }) {
  const [theme, setTheme] = useTheme()
  const signOut = useSignOut()
  return (
    <MenuTrigger>
      <Button className="nav-item" aria-label={`Account of ${session.user.name}`}>
        <CircleUser size={16} aria-hidden />
        <span className="truncate">{session.user.name}</span>
      </Button>
      <Popover className="popover" offset={4}>
        <Menu className="options" aria-label="Account">
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
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
