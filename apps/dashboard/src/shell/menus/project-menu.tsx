import { Check, Plus } from 'lucide-react'
import { Header, MenuItem, MenuSection, Separator } from 'react-aria-components'
import type { ProjectSummary } from '../../api/projects.ts'
import { organizationPath, projectPath } from '../paths.ts'
import type { MenuPlace } from './menu-button.tsx'
import { ShellMenu } from './shell-menu.tsx'

export interface ProjectMenuProps {
  organization: string
  projects: readonly ProjectSummary[]
  current: ProjectSummary | undefined
  canAdd: boolean
}

/** The way to the other projects. */
export default function ProjectMenu(props: ProjectMenuProps & MenuPlace) {
  const { organization, projects, current, canAdd, ...place } = props
  return (
    <ShellMenu label="Projects" {...place}>
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
    </ShellMenu>
  )
}
