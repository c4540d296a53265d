import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useChangeLimits } from '../../../api/organization/limits.ts'
import type { OrganizationDetail } from '../../../api/organization.ts'
import { Problem } from '../../../api/problem.ts'
import { useCan } from '../../../shell/session-context.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { Note } from '../../../ui/states.tsx'
import { say } from '../../../ui/toast.tsx'

const NAMES = {
  keyPerMonth: 'Answers per assistant key, a month',
  organizationPerHour: 'Requests from all readers, an hour',
  ipPerDay: 'Requests per IP address, a day',
  projectPerHour: 'Jobs per project, an hour',
} as const

type LimitsFormProps = Pick<OrganizationDetail, 'limits' | 'isConfigured'>

/** The request limits. An empty field follows the server. */
export function LimitsForm({ limits, isConfigured }: LimitsFormProps) {
  const change = useChangeLimits(useOrganization())
  const isDisabled = !useCan('manage') || isConfigured
  const saved = Object.fromEntries(limits.map(({ name, max, isOwn }) => [name, isOwn ? String(max) : '']))
  const [values, setValues] = useState<Readonly<Record<string, string>>>(saved)
  const problem = change.error instanceof Problem ? change.error : undefined
  const changed = limits.filter(({ name }) => values[name] !== saved[name])
  const isValid = changed.every(({ name }) => /^(?:[1-9]\d{0,8})?$/.test(values[name] ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = changed.map(({ name }) => [name, values[name] === '' ? null : Number(values[name])])
    change.mutate(Object.fromEntries(body), { onSuccess: () => say('The limits are changed.') })
  }
  return (
    <Form onSubmit={submit} validationBehavior="aria">
      <section className="card" aria-label="Request limits">
        <header>
          <h2>Request limits</h2>
        </header>
        <div className="inside stack">
          <p className="quiet small">
            {isConfigured
              ? 'The limits of this organization come from docent.config.ts.'
              : 'If you leave a field empty, the limit of the server counts. A change takes effect within five seconds.'}
          </p>
          {limits.map(({ name, max, isOwn }) => (
            <Field
              key={name}
              label={NAMES[name]}
              inputMode="numeric"
              placeholder={isOwn ? 'The limit of the server' : max.toLocaleString('en')}
              isDisabled={isDisabled}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value.trim() })}
              wrong={problem?.issueOf(name)}
            />
          ))}
          {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
        </div>
      </section>
      {!isDisabled && changed.length > 0 && (
        <SaveBar>
          <Button kind="primary" type="submit" isPending={change.isPending} isDisabled={!isValid}>
            Save
          </Button>
        </SaveBar>
      )}
    </Form>
  )
}
