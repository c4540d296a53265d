import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useCallback } from 'react'
import { type Conversation, conversationsQuery } from '../../api/conversations.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DaysSelect } from '../../ui/days-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { count } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'

const OUTCOMES = [
  { value: 'all', label: 'Any outcome' },
  { value: 'answered', label: 'Answered' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'aborted', label: 'Stopped' },
  { value: 'failed', label: 'Failed' },
] as const

const RATINGS = [
  { value: 'all', label: 'Any feedback' },
  { value: 'up', label: 'Helpful' },
  { value: 'down', label: 'Not helpful' },
] as const

const COLUMNS: readonly Column<Conversation>[] = [
  { id: 'question', title: 'First question', width: '1fr', cell: ({ question }) => question },
  {
    id: 'outcome',
    title: 'Outcome',
    width: 124,
    isKept: true,
    cell: ({ outcome }) => <Badge look={LOOKS[outcome]} />,
  },
  {
    id: 'feedback',
    title: 'Feedback',
    width: 88,
    isKept: true,
    cell: ({ feedback: { up, down } }) =>
      up + down > 0 && (
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
  { id: 'turns', title: 'Questions', width: 76, isNumber: true, cell: ({ turns }) => count(turns) },
  {
    id: 'when',
    title: 'Last',
    width: 88,
    isNumber: true,
    isKept: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

interface Search {
  outcome?: string
  rating?: string
  days?: number
  text?: string
  page?: string
}

export function ConversationsPage() {
  const project = useProject()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const { outcome = 'all', rating = 'all', days = 30, text = '', page = '' } = search
  const set = useCallback(
    (change: Search) => {
      const chosen = (now: Search) =>
        Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => isChosen(value)))
      void navigate({ to: '.', search: chosen as never, replace: true })
    },
    [navigate],
  )
  const setText = useCallback((value: string) => set({ text: value }), [set])
  const setPage = useCallback((value: string) => set({ page: value }), [set])
  const isFiltered = [outcome, rating, text, page].some(isChosen)
  const query = useInfiniteQuery({
    ...conversationsQuery(project.id, {
      days,
      outcome: isChosen(outcome) ? outcome : undefined,
      rating: isChosen(rating) ? rating : undefined,
      text,
      page,
    }),
    // While one types, the list stays until the next one is there.
    placeholderData: keepPreviousData,
  })
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
        <Select
          label="Feedback"
          isLabelHidden
          options={RATINGS}
          value={rating as 'all'}
          onChange={(value) => set({ rating: value })}
        />
        <FilterField label="Words in the text" value={text} onChange={setText} />
        <FilterField label="Path of a page" value={page} onChange={setPage} />
      </div>
      {query.isPending ? (
        <Loading rows={10} />
      ) : query.isError && rows.length === 0 ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty
          icon={<MessagesSquare size={28} aria-hidden />}
          title={isFiltered ? 'No conversation matches the filters' : 'No conversations in this period'}
          action={
            isFiltered ? (
              <Button onPress={() => set({ outcome: 'all', rating: 'all', text: '', page: '' })}>
                Show all conversations
              </Button>
            ) : (
              <AppLink href={project.path('assistant')} className="button">
                Ask a question yourself
              </AppLink>
            )
          }
        >
          {isFiltered
            ? 'One answer of a conversation must match all filters. Choose a longer period, or fewer words.'
            : 'Each conversation with the assistant appears here, with its sources and the feedback of readers.'}
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

function isChosen(value: unknown): boolean {
  return value !== undefined && value !== '' && value !== 'all'
}
