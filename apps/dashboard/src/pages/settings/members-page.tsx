import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '../../api/account/session.ts'
import {
  type Invitation,
  type Member,
  membersQuery,
  type NewLink,
  useOrganizationChange,
} from '../../api/organization.ts'
import { useCan, useSession } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

export const ROLES = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'editor', label: 'Editor' },
  { value: 'owner', label: 'Owner' },
] as const

const member = (id: string, page = '') => `/api/members/${encodeURIComponent(id)}${page}`

export function MembersPage() {
  const organization = useOrganization()
  const { user } = useSession()
  const canInvite = useCan('members')
  const query = useQuery(membersQuery(organization))
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Member>()
  const [link, setLink] = useState<string>()
  const change = useOrganizationChange(
    organization,
    'members',
    ({ id, role }: { id: string; role: Role }) => ({
      path: member(id),
      method: 'PATCH',
      body: { role },
    }),
  )
  const remove = useOrganizationChange(organization, 'members', (id: string) => ({
    path: member(id),
    method: 'DELETE',
  }))
  const reset = useOrganizationChange<string, NewLink>(organization, 'members', (id) => ({
    path: member(id, '/reset-link'),
    method: 'POST',
  }))
  const [withdrawn, setWithdrawn] = useState<Invitation>()
  const revoke = useOrganizationChange(organization, 'members', (id: string) => ({
    path: `/api/invitations/${encodeURIComponent(id)}`,
    method: 'DELETE',
  }))
  const members: readonly Column<Member>[] = [
    {
      id: 'name',
      title: 'Person',
      width: '2fr',
      cell: ({ name, email, id }) => (
        <span className="row">
          <span className="strong">{name}</span>
          <span className="quiet truncate">
            {email ?? 'no address yet'}
            {id === user.id && ' (you)'}
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      title: 'Role',
      width: 120,
      isKept: true,
      cell: ({ id, name, role }) => (
        <Select
          label={`Role of ${name}`}
          isLabelHidden
          options={ROLES}
          value={role}
          onChange={(value) => change.mutate({ id, role: value })}
        />
      ),
    },
    {
      id: 'factor',
      title: 'Two-factor',
      width: 104,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : <span className="quiet">Off</span>),
    },
    {
      id: 'joined',
      title: 'Joined',
      width: 88,
      isNumber: true,
      cell: ({ joinedAt }) => <Time at={joinedAt} />,
    },
    {
      id: 'actions',
      title: '',
      width: 210,
      isNumber: true,
      isKept: true,
      cell: (person) => (
        <>
          <Button
            kind="plain"
            aria-label={`New password for ${person.name}`}
            onPress={() => reset.mutate(person.id, { onSuccess: ({ url }) => setLink(url) })}
          >
            New password
          </Button>
          <Button kind="plain" aria-label={`Remove ${person.name}`} onPress={() => setRemoved(person)}>
            Remove
          </Button>
        </>
      ),
    },
  ]
  const invitations: readonly Column<Invitation>[] = [
    { id: 'for', title: 'For', width: '1fr', cell: ({ note }) => note ?? 'Anyone with the link' },
    {
      id: 'role',
      title: 'Role',
      width: 100,
      isKept: true,
      cell: ({ role }) => ROLES.find(({ value }) => value === role)?.label,
    },
    {
      id: 'until',
      title: 'Expires',
      width: 120,
      isNumber: true,
      isKept: true,
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    {
      id: 'action',
      title: '',
      width: 120,
      isNumber: true,
      isKept: true,
      cell: (invitation) => (
        <Button
          kind="plain"
          aria-label={`Withdraw the invitation of ${invitation.note ?? 'anyone with the link'}`}
          onPress={() => setWithdrawn(invitation)}
        >
          Withdraw
        </Button>
      ),
    },
  ]
  return (
    <SettingsTabs
      actions={
        canInvite && (
          <Button kind="primary" onPress={() => setInviting(true)}>
            <UserPlus size={14} aria-hidden />
            Invite
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(data) => (
          <div className="stack loose">
            <Table label="Members" columns={members} rows={data.members} rowKey={({ id }) => id} />
            {data.invitations.length > 0 && (
              <section className="stack tight" aria-label="Invitations">
                <h2>Invitations</h2>
                <Table
                  label="Invitations"
                  columns={invitations}
                  rows={data.invitations}
                  rowKey={({ id }) => id}
                />
              </section>
            )}
          </div>
        )}
      </QueryView>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
      <Dialog
        title="A link for a new password"
        isOpen={link !== undefined}
        onClose={() => setLink(undefined)}
        isDismissable={false}
        footer={
          <Button kind="primary" onPress={() => setLink(undefined)}>
            Done
          </Button>
        }
      >
        <p>Send the link to the person. It works once, within a day, and ends all sessions of the account.</p>
        <CopyCode text={link ?? ''} label="link" />
      </Dialog>
      <Confirm
        title={`Remove ${removed?.name ?? ''}?`}
        action="Remove"
        isOpen={removed !== undefined}
        isPending={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed && remove.mutate(removed.id, { onSettled: () => setRemoved(undefined) })}
      >
        The person is signed out and loses access at once. An invitation brings them back.
      </Confirm>
      <Confirm
        title="Withdraw the invitation?"
        action="Withdraw"
        isOpen={withdrawn !== undefined}
        isPending={revoke.isPending}
        onClose={() => setWithdrawn(undefined)}
        onConfirm={() =>
          withdrawn && revoke.mutate(withdrawn.id, { onSettled: () => setWithdrawn(undefined) })
        }
      >
        Its link stops working immediately.
      </Confirm>
    </SettingsTabs>
  )
}
