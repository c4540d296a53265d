import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Key, keysQuery, useKeyChange } from '../../api/organization.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { say } from '../../ui/toast.tsx'

/** Says which keys work on a page, and lets one work there that does not. */
export function OriginCheck() {
  const canManage = useCan('manage')
  return canManage ? <Check /> : undefined
}

function Check() {
  const project = useProject()
  const { data: keys = [] } = useQuery(keysQuery(useOrganization()))
  const [address, setAddress] = useState('')
  const origin = originOf(address)
  const usable = keys.filter(
    ({ kind, projectIds, revokedAt, expiresAt }) =>
      kind === 'assistant' &&
      projectIds.includes(project.id) &&
      revokedAt === null &&
      (expiresAt === null || Date.parse(expiresAt) > Date.now()),
  )
  return (
    <section className="card" aria-labelledby="widget-origins">
      <header>
        <h2 id="widget-origins">Where it works</h2>
      </header>
      <div className="inside stack">
        <Field
          label="Address of a page"
          hint="Docent says which keys work on this page."
          placeholder="https://docs.example.com/start"
          value={address}
          onChange={setAddress}
          wrong={address.trim() === '' || origin ? undefined : 'Write the whole address, with https.'}
        />
        {usable.length === 0 && (
          <Note>No assistant key is for this project. Create one on the API keys page.</Note>
        )}
        {origin !== undefined && usable.length > 0 && (
          <ul className="widget-keys">
            {usable.map((key) => (
              <KeyAt key={key.id} of={key} origin={origin} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function KeyAt({ of, origin }: { of: Key; origin: string }) {
  const change = useKeyChange(useOrganization(), of.id)
  const works = of.allowedOrigins.length === 0 || of.allowedOrigins.includes(origin)
  return (
    <li className="row spread wrap">
      <span>
        <span className="strong">{of.name}</span>{' '}
        <span className="quiet">
          {works
            ? of.allowedOrigins.length === 0
              ? 'works on every website.'
              : 'works here.'
            : `works only at ${of.allowedOrigins.join(', ')}.`}
        </span>
      </span>
      {!works && (
        <Button
          isPending={change.isPending}
          onPress={() =>
            change.mutate(
              { allowedOrigins: [...of.allowedOrigins, origin] },
              { onSuccess: () => say(`The key ${of.name} works at ${origin}.`) },
            )
          }
        >
          Allow {origin}
        </Button>
      )}
    </li>
  )
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return undefined
  const { origin, protocol } = new URL(address.trim())
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
