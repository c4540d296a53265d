import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type AuditEntry, auditQuery } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { auditProject, auditSentence } from './audit-sentences.ts'
import { SettingsTabs } from './settings-tabs.tsx'

const AREAS = [
  { value: 'all', label: 'Everything' },
  { value: 'job', label: 'Jobs' },
  { value: 'key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'project', label: 'Projects' },
  { value: 'session', label: 'Sign-ins' },
] as const

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    title: 'What',
    width: '3fr',
    cell: (entry) => {
      const sentence = auditSentence(entry)
      const project = auditProject(entry)
      return (
        <span title={`${sentence} (${[entry.action, entry.target].filter(Boolean).join(' ')})`}>
          <span className="strong">{sentence}</span>
          {project && <span className="quiet"> in {project}</span>}
        </span>
      )
    },
  },
  {
    id: 'who',
    title: 'Who',
    width: '1fr',
    isKept: true,
    cell: ({ actor }) => (actor.kind === 'key' ? `Key ${actor.name}` : actor.name),
  },
  { id: 'ip', title: 'From', width: 120, cell: ({ ip }) => <code className="quiet">{ip}</code> },
  {
    id: 'when',
    title: 'When',
    width: 88,
    isNumber: true,
    isKept: true,
    cell: ({ at }) => <Time at={at} />,
  },
]

export function AuditPage() {
  const [area, setArea] = useState<(typeof AREAS)[number]['value']>('all')
  const query = useInfiniteQuery(auditQuery(useOrganization(), area === 'all' ? undefined : area))
  const rows = query.data?.pages.flatMap(({ entries }) => entries) ?? []
  return (
    <SettingsTabs>
      <div className="filters">
        <Select label="Area" isLabelHidden options={AREAS} value={area} onChange={setArea} />
      </div>
      {query.isPending ? (
        <Loading rows={8} />
      ) : query.isError && rows.length === 0 ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty icon={<ScrollText size={28} aria-hidden />} title="No entries yet">
          Every change appears here: who made it, from where, and when.
        </Empty>
      ) : (
        <Table
          label="Audit log"
          hasSentences
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          isLoadingMore={query.isFetchingNextPage}
          onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </SettingsTabs>
  )
}
