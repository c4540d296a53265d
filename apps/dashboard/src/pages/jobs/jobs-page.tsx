import { safeAddress } from '@docent/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Archive, Bot, GitMerge, GitPullRequest, GitPullRequestClosed, Plus } from 'lucide-react'
import { useState } from 'react'
import { type JobSummary, jobsQuery } from '../../api/jobs.ts'
import { useNews } from '../../api/use-news.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ChosenJobs } from './chosen-jobs.tsx'
import { JobBadge } from './job-badge.tsx'
import { NewJobDialog } from './start/new-job-dialog.tsx'

const STATUSES = [
  { value: 'all', label: 'Any status' },
  { value: 'active', label: 'Working' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
] as const
const ARCHIVED = [
  { value: 'false', label: 'Not archived' },
  { value: 'true', label: 'Archived' },
  { value: 'all', label: 'Archived or not' },
] as const

/** Drawn once: a list shows dozens of them in a frame. */
const PULL_ICONS = {
  open: <GitPullRequest size={14} aria-hidden />,
  merged: <GitMerge size={14} className="success" aria-hidden />,
  closed: <GitPullRequestClosed size={14} aria-hidden />,
}

const ARCHIVED_ICON = <Archive className="archived" size={14} aria-label="Archived:" />

const COLUMNS: readonly Column<JobSummary>[] = [
  {
    id: 'title',
    title: 'Task',
    width: '3fr',
    cell: ({ title, archivedAt }) =>
      archivedAt === null ? (
        title
      ) : (
        <>
          {ARCHIVED_ICON} {title}
        </>
      ),
  },
  { id: 'status', title: 'Status', width: 112, cell: (job) => <JobBadge job={job} />, isKept: true },
  {
    id: 'pull',
    title: 'Pull request',
    width: 116,
    isKept: true,
    cell: ({ pullRequest }) =>
      pullRequest && (
        <a href={safeAddress(pullRequest.url)} target="_blank" rel="noreferrer" className="row">
          {PULL_ICONS[pullRequest.state]}
          {`#${pullRequest.number}`}
          {pullRequest.state !== 'open' ? (
            <span className="quiet">{pullRequest.state}</span>
          ) : (
            pullRequest.draft && <span className="quiet">draft</span>
          )}
        </a>
      ),
  },
  {
    id: 'branch',
    title: 'Branch',
    width: '1fr',
    cell: ({ branch }) => (
      <code className="quiet" title={branch}>
        {branch}
      </code>
    ),
  },
  {
    id: 'created',
    title: 'Created',
    width: 88,
    isNumber: true,
    isKept: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** A job that waits says for what, and when it is tried again. */
const WAITING_COLUMNS = COLUMNS.map((column) => (column.id === 'status' ? { ...column, width: 252 } : column))

interface Search {
  status?: string
  archived?: string
  new?: boolean
}

export function JobsPage() {
  const project = useProject()
  const canWrite = useCan('edit')
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const search = useSearch({ strict: false }) as Search
  const { status = 'all', archived = 'false' } = search
  const set = (change: Search) =>
    void navigate({ to: project.path('jobs'), search: { ...search, ...change } })
  const isLive = useNews({
    organization: useOrganization(),
    projectId: project.id,
    topics: ['jobs'],
    renews: ['jobs', project.id],
    everyMs: 300,
  })
  const filter = {
    status: status === 'all' ? undefined : status,
    archived: archived === 'all' ? undefined : archived,
  }
  const query = useInfiniteQuery(jobsQuery(project.id, filter, isLive))
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? []
  const isFiltered = status !== 'all' || archived !== 'false'
  const isPossible = canWrite && project.repository !== null
  const create = (
    <Button kind="primary" onPress={() => set({ new: true })}>
      <Plus size={14} aria-hidden />
      New job
    </Button>
  )
  return (
    <Page
      title="Jobs"
      lead="Tasks for the agent. Each ends in a pull request, or says why it changed nothing."
      actions={isPossible ? create : undefined}
      isWide
    >
      <div className="filters">
        <Select
          label="Status"
          isLabelHidden
          options={STATUSES}
          value={status as 'all'}
          onChange={(value) => set({ status: value })}
        />
        <Select
          label="Archived"
          isLabelHidden
          options={ARCHIVED}
          value={archived as 'all'}
          onChange={(value) => set({ archived: value })}
        />
      </div>
      {chosen.size > 0 && (
        <ChosenJobs jobs={jobs.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />
      )}
      {query.isPending ? (
        <Loading rows={10} />
      ) : query.isError && jobs.length === 0 ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : jobs.length === 0 ? (
        <Empty
          icon={<Bot size={28} aria-hidden />}
          title={isFiltered ? 'No job matches the filters' : 'No jobs yet'}
          action={
            isFiltered ? (
              <Button onPress={() => set({ status: 'all', archived: 'all' })}>Show all jobs</Button>
            ) : (
              isPossible && create
            )
          }
        >
          {isFiltered
            ? 'Choose another status, or show archived jobs.'
            : project.repository === null
              ? 'This project reads a website. The agent needs a repository to change.'
              : 'Describe a change to the documentation, and the agent opens a pull request with it.'}
        </Empty>
      ) : (
        <Table
          label="Jobs"
          columns={jobs.some(({ waiting }) => waiting !== null) ? WAITING_COLUMNS : COLUMNS}
          rows={jobs}
          rowKey={({ id }) => id}
          href={({ id }) => project.path(`jobs/${id}`)}
          isLoadingMore={query.isFetchingNextPage}
          onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          chosen={canWrite ? chosen : undefined}
          onChoose={setChosen}
          nameOf={({ title }) => title}
        />
      )}
      {isPossible && (
        <NewJobDialog isOpen={search.new === true} onClose={() => set({ new: undefined as never })} />
      )}
    </Page>
  )
}
