import { Check, ChevronsUpDown, Plus } from 'lucide-react'
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
import type { ProjectSummary } from '../api/projects.ts'
import { Logo } from './logo.tsx'
import { organizationPath, projectPath } from './paths.ts'

interface ProjectPickerProps {
  organization: string
  projects: readonly ProjectSummary[]
  current: ProjectSummary | undefined
  canAdd: boolean
}

/** Which project is shown, and the way to the others. */
export function ProjectPicker({ organization, projects, current, canAdd }: ProjectPickerProps) {
  const name = current?.name ?? 'Docent'
  return (
    <MenuTrigger>
      <Button className="project-picker" aria-label={`Project: ${name}`}>
        <Logo />
        <span className="name truncate">{name}</span>
        <ChevronsUpDown className="arrow quiet" size={14} aria-hidden />
      </Button>
      <Popover className="popover" offset={4}>
        <Menu className="options" aria-label="Projects">
          <MenuSection>
            <Header className="options-title">Projects</Header>
            {projects.map((project) => (
              <MenuItem
                key={project.id}
                className="option"
                textValue={project.name}
                href={projectPath(organization, project.domain)}
              >
                <span className="truncate">{project.name}</span>
                {project.id === current?.id && <Check size={14} className="tick" aria-label="open" />}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="separator" />
          {canAdd ? (
            <MenuItem className="option" href={organizationPath(organization, 'projects/new')}>
              <Plus size={14} aria-hidden />
              Add a project
            </MenuItem>
          ) : (
            <MenuItem className="option" href={organizationPath(organization, 'projects')}>
              All projects
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
