import { type FormEvent, useState } from 'react'
import { Form, Label, RadioGroup } from 'react-aria-components'
import type { Role } from '../../api/account/session.ts'
import { type NewLink, useOrganizationChange } from '../../api/organization.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Radio } from '../../ui/field.tsx'

interface InviteDialogProps {
  isOpen: boolean
  onClose: () => void
}

export function InviteDialog({ isOpen, onClose }: InviteDialogProps) {
  return (
    <Dialog title="Invite someone" isOpen={isOpen} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const organization = useOrganization()
  const [role, setRole] = useState<Role>('editor')
  const [note, setNote] = useState('')
  const invite = useOrganizationChange<{ role: Role; note?: string }, NewLink>(
    organization,
    'members',
    (body) => ({
      path: '/api/invitations',
      method: 'POST',
      body,
    }),
  )
  if (invite.data)
    return (
      <div className="stack">
        <p>Send this link to the person, because Docent sends no email. It works once, within three days.</p>
        <CopyCode text={invite.data.url} label="link" />
        <div className="row form-end">
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        </div>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ role, ...(note.trim() === '' ? {} : { note }) })
  }
  return (
    <Form className="stack" onSubmit={submit}>
      <Field
        label="For whom"
        hint="Shown in your list of invitations."
        placeholder="ada@example.com"
        autoFocus
        value={note}
        onChange={setNote}
      />
      <RadioGroup className="field" value={role} onChange={(value) => setRole(value as Role)}>
        <Label className="label">Role</Label>
        <Radio value="viewer" title="Viewer">
          Reads everything
        </Radio>
        <Radio value="editor" title="Editor">
          Also starts jobs and merges
        </Radio>
        <Radio value="owner" title="Owner">
          Also changes settings, keys, and members
        </Radio>
      </RadioGroup>
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={invite.isPending}>
          Create link
        </Button>
      </div>
    </Form>
  )
}
