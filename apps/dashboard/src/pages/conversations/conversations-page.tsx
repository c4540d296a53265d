import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, ThumbsDown, ThumbsUp } from 'lucide-react'
import { type Conversation, conversationsQuery } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { count } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const OUTCOMES = [
  { value: 'all', label: 'Any outcome' },
  { value: 'answered', label: 'Answered' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'aborted', label: 'Stopped' },
  { value: 'failed', label: 'Failed' },
] as const

const COLUMNS: readonly Column<Conversation>[] = [
  { id: 'question', title: 'First question', width: 'minmax(0, 1fr)', cell: ({ question }) => question },
  {
    id: 'outcome',
    title: 'Outcome',
    width: '124px',
    isKept: true,
    cell: ({ outcome }) => <Badge look={LOOKS[outcome]} />,
  },
  {
    id: 'feedback',
    title: 'Feedback',
    width: '88px',
    isKept: true,
    cell: ({ feedback: { up, down } }) => (
      <span className="row">
        {up > 0 && (
          <span className="row rating">
            <ThumbsUp size={13} aria-label="helpful" /> {up}
          </span>
        )}
        {down > 0 && (
          <span className="row rating">
            <ThumbsDown size={13} aria-label="not helpful" /> {down}
          </span>
        )}
      </span>
    ),
  },
  { id: 'turns', title: 'Questions', width: '76px', isNumber: true, cell: ({ turns }) => count(turns) },
  {
    id: 'when',
    title: 'Last',
    width: '88px',
    isNumber: true,
    isKept: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

interface Search {
  outcome?: string
  days?: number
}

export function ConversationsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const { outcome = 'all', days = 30 } = search
  const set = (change: Search) =>
    void navigate({ to: project.path('conversations'), search: { ...search, ...change } })
  const query = useInfiniteQuery(
    conversationsQuery(project.id, { days, outcome: outcome === 'all' ? undefined : outcome }),
  )
  const rows = query.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <Page title="Conversations" lead="What readers asked the assistant, and what it answered." isWide>
      <div className="filters">
        <DaysSelect days={days} onChange={(value) => set({ days: value })} />
        <Select
          label="Outcome"
          isLabelHidden
          options={OUTCOMES}
          value={outcome as 'all'}
          onChange={(value) => set({ outcome: value })}
        />
      </div>
      {query.isPending ? (
        <Loading rows={10} />
      ) : query.isError && rows.length === 0 ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty
          icon={<MessagesSquare size={28} aria-hidden />}
          title={outcome === 'all' ? 'No conversations in this period' : 'No conversation fits the filters'}
          action={
            <AppLink href={project.path('assistant')} className="button">
              Ask a question yourself
            </AppLink>
          }
        >
          Each conversation with the assistant appears here, with its sources and what readers said about it.
        </Empty>
      ) : (
        <Table
          label="Conversations"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ threadId }) => threadId}
          href={({ threadId }) => project.path(`conversations/${threadId}`)}
          isLoadingMore={query.isFetchingNextPage}
          onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </Page>
  )
}
