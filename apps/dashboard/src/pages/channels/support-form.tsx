import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Support, useChangeChannels } from '../../api/channels.ts'
import { Problem } from '../../api/problem.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'
import { deskOf, HELP_DESKS, type HelpDesk, linksOf } from './help-desks.ts'

/** How readers of the widget and the API reach a person. */
export function SupportForm({ support }: { support: Support | null }) {
  const project = useProject()
  const change = useChangeChannels(project.id)
  const isDisabled = !useCan('manage') || project.origin === 'config'
  const problem = change.error instanceof Problem ? change.error : undefined
  const [url, setUrl] = useState(support?.url ?? '')
  const [email, setEmail] = useState(support?.email ?? '')
  const [webhook, setWebhook] = useState(support?.webhook ?? false)
  const settings: Support = {
    ...(url.trim() === '' ? {} : { url: url.trim() }),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
    ...(webhook ? { webhook } : {}),
  }
  const written = JSON.stringify(settings)
  const [saved, setSaved] = useState(written)
  const hasBlank = /ACME/.test(written)
  const choose = (desk: HelpDesk) => {
    const links = linksOf(desk)
    setUrl(links.url)
    setEmail(links.email)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { support: Object.keys(settings).length === 0 ? null : settings },
      {
        onSuccess: () => {
          setSaved(written)
          say('The hand-over was updated.')
        },
      },
    )
  }
  return (
    <Form onSubmit={submit} validationBehavior="aria">
      <section className="card" aria-labelledby="support">
        <header>
          <h2 id="support">Hand-over to people</h2>
          {!isDisabled && written !== saved && (
            <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={hasBlank}>
              Save the hand-over
            </Button>
          )}
        </header>
        <div className="inside stack">
          <p className="quiet">
            The widget offers readers a person if you fill in one of these. It shows them what is sent, and
            sends nothing before they choose.
          </p>
          <Select
            label="Help desk"
            options={HELP_DESKS}
            value={deskOf(url, email)}
            onChange={choose}
            isDisabled={isDisabled}
          />
          <Field
            label="Address of the form"
            hint={
              <>
                Docent replaces <code>{'{question}'}</code> and <code>{'{transcript}'}</code>.
              </>
            }
            placeholder="https://desk.acme.com/new?text={transcript}"
            isDisabled={isDisabled}
            value={url}
            onChange={setUrl}
            wrong={problem?.issueOf('support.url')}
          />
          <Field
            label="Email address"
            placeholder="help@acme.com"
            isDisabled={isDisabled}
            value={email}
            onChange={setEmail}
            wrong={problem?.issueOf('support.email')}
          />
          {hasBlank && <Note kind="attention">Replace ACME with the name of your account there.</Note>}
          <Checkbox isSelected={webhook} onChange={setWebhook} isDisabled={isDisabled}>
            Send the transcript to the webhooks that list <code>conversation.escalated</code>
          </Checkbox>
          {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
        </div>
      </section>
    </Form>
  )
}
