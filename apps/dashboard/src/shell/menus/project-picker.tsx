import { ChevronsUpDown } from 'lucide-react'
import { lazy } from 'react'
import { Logo } from '../logo.tsx'
import { MenuButton } from './menu-button.tsx'
import type { ProjectMenuProps } from './project-menu.tsx'

const load = () => import('./project-menu.tsx')
const ProjectMenu = lazy(load)

/** Which project is shown, and the way to the others. */
export function ProjectPicker(props: ProjectMenuProps) {
  const name = props.current?.name ?? 'Docent'
  return (
    <MenuButton
      className="project-picker"
      label={`Project: ${name}`}
      onNear={load}
      menu={(place) => <ProjectMenu {...props} {...place} />}
    >
      <Logo />
      <span className="name truncate">{name}</span>
      <ChevronsUpDown className="arrow quiet" size={14} aria-hidden />
    </MenuButton>
  )
}
