import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Key, keysQuery, useOrganizationChange } from '../../../api/organization.ts'
import { organizationPath } from '../../../shell/paths.ts'
import { useCan } from '../../../shell/session-context.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { Badge, LOOKS } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { money } from '../../../ui/number.ts'
import { Page } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { say } from '../../../ui/toast.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

export function KeysPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { new: isNew = false, project } = useSearch({ strict: false }) as { new?: boolean; project?: string }
  const query = useQuery(keysQuery(organization))
  const [revoked, setRevoked] = useState<Key>()
  const [edited, setEdited] = useState<Key>()
  const open = (shown: boolean) =>
    void navigate({ to: organizationPath(organization, 'api-keys'), search: shown ? { new: true } : {} })
  const revoke = useOrganizationChange(organization, 'keys', (id: string) => ({
    method: 'DELETE',
    path: `/api/keys/${encodeURIComponent(id)}`,
  }))
  const restore = useOrganizationChange(organization, 'keys', (id: string) => ({
    method: 'POST',
    path: `/api/keys/${encodeURIComponent(id)}/restore`,
  }))
  const create = useCan('manage') && (
    <Button kind="primary" onPress={() => open(true)}>
      <Plus size={14} aria-hidden />
      Create key
    </Button>
  )
  return (
    <Page
      title="API keys"
      lead="Admin keys run the agent and read reports from servers. Assistant keys are public: they ask questions from a website."
      actions={create}
      isWide
    >
      <QueryView query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon={<KeyRound size={28} aria-hidden />} title="No keys yet" action={create}>
              A key lets a website ask the assistant, or a server start jobs.
            </Empty>
          ) : (
            <Table
              label="API keys"
              columns={columns(setRevoked, setEdited)}
              rows={keys}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryView>
      <NewKeyDialog
        isOpen={isNew}
        onClose={() => open(false)}
        {...(project === undefined ? {} : { project })}
      />
      <EditKeyDialog organization={organization} of={edited} onClose={() => setEdited(undefined)} />
      <Confirm
        title={`Revoke “${revoked?.name ?? ''}”?`}
        action="Revoke the key"
        isOpen={revoked !== undefined}
        isPending={revoke.isPending}
        onClose={() => setRevoked(undefined)}
        onConfirm={() =>
          revoked &&
          revoke.mutate(revoked.id, {
            onSuccess: () => say(`The key ${revoked.name} is revoked.`, () => restore.mutate(revoked.id)),
            onSettled: () => setRevoked(undefined),
          })
        }
      >
        Within five seconds, Docent refuses requests with this key. You can undo this for ten seconds.
      </Confirm>
    </Page>
  )
}

function columns(revoke: (key: Key) => void, edit: (key: Key) => void): readonly Column<Key>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: '1.5fr',
      cell: ({ name, kind, lastFour }) => (
        <span className="row">
          <span className="truncate strong">{name}</span>
          <code className="quiet">
            {kind === 'admin' ? 'svc_' : 'svc_dsc_'}…{lastFour}
          </code>
        </span>
      ),
    },
    {
      id: 'kind',
      title: 'Kind',
      width: 80,
      isKept: true,
      cell: ({ kind }) => (kind === 'admin' ? 'Admin' : 'Assistant'),
    },
    {
      id: 'for',
      title: 'Access',
      width: '1fr',
      cell: ({ projectIds, scopes, kind }) =>
        `${kind === 'admin' ? `${scopes.join(', ')} · ` : ''}${projectIds.length === 0 ? 'all projects' : projectIds.join(', ')}`,
    },
    {
      id: 'state',
      title: 'Status',
      width: 96,
      isKept: true,
      cell: (key) => <Badge look={LOOKS[stateOf(key)]} />,
    },
    {
      id: 'cap',
      title: 'Spend cap',
      width: 116,
      isNumber: true,
      cell: (key) => capOf(key) ?? <span className="quiet">none</span>,
    },
    {
      id: 'expires',
      title: 'Expires',
      width: 92,
      isNumber: true,
      cell: ({ expiresAt }) =>
        expiresAt === null ? <span className="quiet">never</span> : <Time at={expiresAt} />,
    },
    {
      id: 'created',
      title: 'Created by',
      width: '0.8fr',
      cell: ({ createdBy, createdAt }) => (
        <>
          {createdBy === null ? (
            <span className="quiet">CLI</span>
          ) : (
            <span title={createdBy}>{createdBy}</span>
          )}
          <span className="unit quiet"> · {new Date(createdAt).toLocaleDateString('en')}</span>
        </>
      ),
    },
    {
      id: 'used',
      title: 'Last used',
      width: 92,
      isNumber: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? <span className="quiet">never</span> : <Time at={lastUsedAt} />,
    },
    {
      id: 'action',
      title: '',
      width: 132,
      isNumber: true,
      isKept: true,
      cell: (key) =>
        stateOf(key) === 'live' && (
          <>
            <Button kind="plain" aria-label={`Edit ${key.name}`} onPress={() => edit(key)}>
              Edit
            </Button>
            <Button kind="plain" aria-label={`Revoke ${key.name}`} onPress={() => revoke(key)}>
              Revoke
            </Button>
          </>
        ),
    },
  ]
}

function capOf({ spendUsdPerMonth }: Key): string | undefined {
  return spendUsdPerMonth === null ? undefined : `${money(spendUsdPerMonth)} a month`
}

function stateOf({ revokedAt, expiresAt }: Key): 'live' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) < Date.now() ? 'expired' : 'live'
}
