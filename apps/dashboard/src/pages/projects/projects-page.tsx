import { useNavigate } from '@tanstack/react-router'
import { FolderGit2, Plus } from 'lucide-react'
import { type ProjectSummary, useProjects } from '../../api/projects.ts'
import { organizationPath, projectPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { IndexBadge } from './index-state.tsx'
import { RemovedProjects } from './removed-projects.tsx'

const ORIGINS = { config: 'docent.config.ts', store: 'dashboard or CLI', demo: 'demo' }

const COLUMNS: readonly Column<ProjectSummary>[] = [
  { id: 'name', title: 'Project', width: '3fr', cell: ({ name }) => name },
  {
    id: 'source',
    title: 'Source',
    width: '4fr',
    cell: ({ repository, source }) => <span className="quiet">{source?.url ?? repository}</span>,
  },
  {
    id: 'state',
    title: 'Index',
    width: 136,
    isKept: true,
    cell: ({ index }) => <IndexBadge index={index} />,
  },
  {
    id: 'pages',
    title: 'Pages',
    width: 64,
    isNumber: true,
    isKept: true,
    cell: ({ index }) => (
      <>
        {count(index.pages)}
        <span className="unit"> {index.pages === 1 ? 'page' : 'pages'}</span>
      </>
    ),
  },
  {
    id: 'origin',
    title: 'Origin',
    width: 176,
    cell: ({ origin }) => <span className="quiet">{ORIGINS[origin]}</span>,
  },
]

export function ProjectsPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const canManage = useCan('manage')
  const query = useProjects(organization)
  const add = (
    <Button
      kind="primary"
      onPress={() => void navigate({ to: organizationPath(organization, 'projects/new') })}
    >
      <Plus size={14} aria-hidden />
      Add a project
    </Button>
  )
  return (
    <Page
      title="Projects"
      lead="A project is the documentation in one repository or on one website."
      actions={canManage ? add : undefined}
      isWide
    >
      <div className="stack loose">
        <QueryView query={query}>
          {(projects) =>
            projects.length === 0 ? (
              <Empty
                icon={<FolderGit2 size={28} aria-hidden />}
                title="No projects yet"
                action={canManage ? add : undefined}
              >
                Add your documentation, and the assistant answers from it.
              </Empty>
            ) : (
              <Table
                label="Projects"
                columns={COLUMNS}
                rows={projects}
                rowKey={({ id }) => id}
                href={({ domain }) => projectPath(organization, domain)}
              />
            )
          }
        </QueryView>
        {canManage && <RemovedProjects organization={organization} />}
      </div>
    </Page>
  )
}
