import { safeAddress } from '@docent/client'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleUser,
  Columns2,
  ExternalLink,
  FolderGit2,
  Gauge,
  ListChecks,
  type LucideIcon,
  Moon,
  Plus,
  Search,
  Settings,
  Sun,
} from 'lucide-react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import type { ProjectSummary } from '../../api/projects.ts'
import { Scroll } from '../../ui/scroll.tsx'
import type { NavigationGroup } from '../navigation.ts'
import { organizationPath, projectPath } from '../paths.ts'
import { useCan, useHas } from '../session-context.ts'
import { useTheme } from '../theme.ts'
import { useSettings } from '../use-settings.ts'

interface CommandPaletteProps {
  onOpenChange: (isOpen: boolean) => void
  organization: string
  current: ProjectSummary | undefined
  projects: readonly ProjectSummary[]
  groups: readonly NavigationGroup[]
  canWrite: boolean
}

interface Command {
  title: string
  icon: LucideIcon
  run: () => void
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
  const canManage = useCan('manage')
  const hasEvaluation = useHas('evaluation')
  const hasPages = useHas('pages')
  const settings = useSettings()
  const go = (href: string) => () => void navigate({ to: href })
  const outside = (href: string) => () => window.open(safeAddress(href), '_blank', 'noreferrer')
  const own = (page: string) => go(organizationPath(organization, page))
  const ofProject = (page: string) => go(projectPath(organization, current?.domain ?? '', page))
  const pages: Command[] = [
    ...groups.flatMap(({ items }) => items.map(({ title, href, icon }) => ({ title, icon, run: go(href) }))),
    ...(current
      ? [
          { title: 'Compare two configurations', icon: Columns2, run: ofProject('assistant/compare') },
          ...(hasEvaluation
            ? [
                { title: 'Evaluation set', icon: ListChecks, run: ofProject('assistant/evaluation') },
                { title: 'Model checks', icon: Gauge, run: ofProject('assistant/models') },
              ]
            : []),
          ...(current.pagesUrl === null
            ? []
            : [{ title: 'Open the pages', icon: ExternalLink, run: outside(current.pagesUrl) }]),
        ]
      : []),
    ...settings.map(({ page, title }) => ({ title: `Settings: ${title}`, icon: Settings, run: own(page) })),
    { title: 'Your account', icon: CircleUser, run: own('account') },
    ...(hasPages ? [{ title: 'API reference', icon: ExternalLink, run: outside('/reference') }] : []),
  ]
  const actions: Command[] = [
    ...(canWrite && current ? [{ title: 'New job', icon: Plus, run: ofProject('jobs?new=true') }] : []),
    ...(canManage
      ? [
          { title: 'Create an API key', icon: Plus, run: own('api-keys?new=true') },
          { title: 'Add a project', icon: Plus, run: own('projects/new') },
        ]
      : []),
    { title: 'Light theme', icon: Sun, run: () => setTheme('light') },
    { title: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
  ]
  const ways: Command[] = projects.map(({ name, domain }) => ({
    title: `Project: ${name}`,
    icon: FolderGit2,
    run: go(projectPath(organization, domain)),
  }))
  const sections = [
    { title: 'Actions', commands: actions },
    { title: 'Pages', commands: pages },
    { title: 'Projects', commands: ways },
  ].filter(({ commands }) => commands.length > 0)
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
          {sections.map((section) => (
            <MenuSection key={section.title}>
              <Header className="options-title">{section.title}</Header>
              {section.commands.map(({ title, icon: Icon, run }) => (
                <MenuItem
                  key={title}
                  className="option"
                  textValue={title}
                  onAction={() => {
                    onOpenChange(false)
                    run()
                  }}
                >
                  <Icon size={14} className="quiet" aria-hidden />
                  {title}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Scroll>
    </Autocomplete>
  )
}
