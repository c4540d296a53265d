import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import type { ProjectSummary } from '../../api/projects.ts'
import { Scroll } from '../../ui/scroll.tsx'
import type { NavigationGroup } from '../navigation.ts'
import { organizationPath, projectPath } from '../paths.ts'
import { useTheme } from '../theme.ts'

interface CommandPaletteProps {
  onOpenChange: (isOpen: boolean) => void
  organization: string
  current: ProjectSummary | undefined
  projects: readonly ProjectSummary[]
  groups: readonly NavigationGroup[]
  canWrite: boolean
}

/** Everything by its name. Loaded when it is first asked for, see use-palette-key.ts. */
export default function CommandPalette(props: CommandPaletteProps) {
  const { onOpenChange } = props
  return (
    <ModalOverlay className="dialog-shade" isOpen isDismissable onOpenChange={onOpenChange}>
      <Modal className="dialog palette">
        <Dialog aria-label="Go to or do">
          <Commands {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Commands({ onOpenChange, organization, current, projects, groups, canWrite }: CommandPaletteProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const navigate = useNavigate()
  const [, setTheme] = useTheme()
  const go = (href: string) => () => void navigate({ to: href })
  const commands = [
    ...groups.flatMap(({ items }) => items.map(({ title, href }) => ({ title, run: go(href) }))),
    ...(canWrite && current
      ? [{ title: 'New job', run: go(`${projectPath(organization, current.domain, 'jobs')}?new=true`) }]
      : []),
    ...projects.map(({ name, domain }) => ({
      title: `Open ${name}`,
      run: go(projectPath(organization, domain)),
    })),
    { title: 'Your account', run: go(organizationPath(organization, 'account')) },
    { title: 'Light theme', run: () => setTheme('light') },
    { title: 'Dark theme', run: () => setTheme('dark') },
    { title: 'API reference', run: () => window.open('/reference', '_blank', 'noreferrer') },
  ]
  return (
    <Autocomplete filter={contains}>
      <SearchField className="palette-input" aria-label="Search for a page or a command" autoFocus>
        <Search size={16} className="quiet" aria-hidden />
        <Input placeholder="Go to a page, or do something" />
      </SearchField>
      <Scroll className="palette-list" label="Results">
        <Menu
          className="options"
          aria-label="Pages and commands"
          renderEmptyState={() => <p className="empty quiet">No results.</p>}
        >
          {commands.map(({ title, run }) => (
            <MenuItem
              key={title}
              className="option"
              onAction={() => {
                onOpenChange(false)
                run()
              }}
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Scroll>
    </Autocomplete>
  )
}
