import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import {
  type Delivery,
  deliveriesQuery,
  organizationQuery,
  useOrganizationChange,
} from '../../../api/organization.ts'
import { projectPath } from '../../../shell/paths.ts'
import { useCan } from '../../../shell/session-context.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { useCurrentProject } from '../../../shell/use-project.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Badge, LOOKS } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Select } from '../../../ui/select.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { say } from '../../../ui/toast.tsx'
import { SettingsTabs } from '../settings-tabs.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { EndpointList } from './endpoint-list.tsx'

const STATUSES = [
  { value: 'all', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Given up' },
] as const

export function WebhooksPage() {
  const organization = useOrganization()
  const { projects } = useCurrentProject()
  const canEdit = useCan('edit')
  const [status, setStatus] = useState<(typeof STATUSES)[number]['value']>('all')
  const endpoints = useQuery(organizationQuery(organization))
  const query = useInfiniteQuery(deliveriesQuery(organization, status === 'all' ? undefined : status))
  const resend = useOrganizationChange(organization, 'deliveries', (id: string) => ({
    path: `/api/webhooks/deliveries/${encodeURIComponent(id)}/resend`,
    method: 'POST',
  }))
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const [shown, setShown] = useState<Delivery>()
  const hosts = new Map(endpoints.data?.webhooks.map(({ id, host }) => [id, host]))
  const columns: readonly Column<Delivery>[] = [
    {
      id: 'type',
      title: 'Event',
      width: 164,
      cell: ({ type, projectId, jobId }) => {
        const of = projects.find(({ id }) => id === projectId)
        return of ? (
          <AppLink
            href={projectPath(organization, of.domain, `jobs/${jobId}`)}
            aria-label={`${type}: job ${jobId}`}
          >
            {type}
          </AppLink>
        ) : (
          type
        )
      },
    },
    {
      id: 'endpoint',
      title: 'Endpoint',
      width: 176,
      cell: ({ endpoint }) => (
        <span className="quiet" title={endpoint}>
          {hosts.get(endpoint) ?? endpoint}
        </span>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      width: 108,
      isKept: true,
      cell: ({ status: state, attempts }) => (
        <Badge look={LOOKS[state === 'pending' && attempts > 0 ? 'retrying' : state]} />
      ),
    },
    {
      id: 'error',
      title: 'Last error',
      width: '3fr',
      cell: ({ lastError }) => <span title={lastError ?? undefined}>{lastError}</span>,
    },
    {
      id: 'next',
      title: 'Next try',
      width: 88,
      isNumber: true,
      cell: ({ nextAttemptAt }) => nextAttemptAt !== null && <Time at={nextAttemptAt} />,
    },
    { id: 'attempts', title: 'Attempts', width: 72, isNumber: true, cell: ({ attempts }) => attempts },
    {
      id: 'when',
      title: 'When',
      width: 88,
      isNumber: true,
      isKept: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      id: 'action',
      title: '',
      width: 168,
      isNumber: true,
      isKept: true,
      cell: (delivery) => (
        <>
          <Button kind="plain" aria-label={`Details of ${delivery.type}`} onPress={() => setShown(delivery)}>
            Details
          </Button>
          {canEdit && (
            <Button
              kind="plain"
              aria-label={`Send ${delivery.type} again`}
              onPress={() =>
                resend.mutate(delivery.id, { onSuccess: () => say('Docent sends the delivery again.') })
              }
            >
              Send again
            </Button>
          )}
        </>
      ),
    },
  ]
  return (
    <SettingsTabs>
      <div className="stack loose">
        <QueryView query={endpoints} rows={2}>
          {({ webhooks }) => <EndpointList organization={organization} endpoints={webhooks} />}
        </QueryView>
        <section aria-label="Deliveries">
          <div className="filters spread">
            <h2>Deliveries</h2>
            <Select label="Status" isLabelHidden options={STATUSES} value={status} onChange={setStatus} />
          </div>
          {query.isPending ? (
            <Loading rows={4} />
          ) : query.isError && rows.length === 0 ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} />
          ) : rows.length === 0 ? (
            <Empty icon={<Send size={28} aria-hidden />} title="No deliveries">
              Each message to an endpoint appears here, with its attempts and the last error.
            </Empty>
          ) : (
            <Table
              label="Deliveries"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              isLoadingMore={query.isFetchingNextPage}
              onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            />
          )}
        </section>
      </div>
      <DeliveryDialog
        delivery={shown}
        host={shown && hosts.get(shown.endpoint)}
        onClose={() => setShown(undefined)}
      />
    </SettingsTabs>
  )
}
