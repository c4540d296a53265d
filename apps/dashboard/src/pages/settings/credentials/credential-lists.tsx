import { useState } from 'react'
import { type Credential, useOrganizationChange } from '../../../api/organization.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { Badge, LOOKS } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import { EnterCredential } from './enter-credential.tsx'
import { isReadable } from './readable-credential.ts'

/** Credentials by their vendor: where each value comes from, and never the value. */
export function CredentialLists(props: { credentials: readonly Credential[]; applies: boolean }) {
  const { credentials, applies } = props
  const [entered, setEntered] = useState<Credential>()
  const [removed, setRemoved] = useState<Credential>()
  const remove = useOrganizationChange(useOrganization(), 'credentials', (name: string) => ({
    method: 'DELETE',
    path: `/api/secrets/${encodeURIComponent(name)}`,
  }))
  return (
    <>
      {byProvider(credentials).map(([provider, ofProvider]) => (
        <section key={provider} className="card credentials" aria-label={provider}>
          <header>
            <h2>{provider}</h2>
            {ofProvider.some(({ source }) => source !== null) && <Badge look={LOOKS.inUse} />}
          </header>
          <ul>
            {ofProvider.map((one) => (
              <li key={one.name}>
                <span>{partOf(one)}</span>
                <code className="quiet small">{one.name}</code>
                <State credential={one} />
                <div className="row">
                  {one.updatedAt !== null && (
                    <Button kind="plain" aria-label={`Remove ${one.name}`} onPress={() => setRemoved(one)}>
                      Remove
                    </Button>
                  )}
                  {applies && one.source !== 'environment' && (
                    <Button
                      aria-label={`${one.source === null ? 'Set' : 'Replace'} ${one.name}`}
                      onPress={() => setEntered(one)}
                    >
                      {one.source === null ? 'Set' : 'Replace'}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <EnterCredential credential={entered} onClose={() => setEntered(undefined)} />
      <Confirm
        title={`Remove ${removed?.name ?? ''}?`}
        action="Remove the value"
        isOpen={removed !== undefined}
        isPending={remove.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => removed && remove.mutate(removed.name, { onSettled: () => setRemoved(undefined) })}
      >
        Docent deletes the value. Everything that needs it stops working immediately.
      </Confirm>
    </>
  )
}

/** "OpenAI: default model" is of OpenAI. */
function byProvider(secrets: readonly Credential[]): [provider: string, ofProvider: Credential[]][] {
  const groups = new Map<string, Credential[]>()
  for (const one of secrets) {
    const [provider = ''] = one.about.split(': ')
    groups.set(provider, [...(groups.get(provider) ?? []), one])
  }
  return [...groups]
}

function partOf({ about }: Credential): string {
  const part = about.slice(about.indexOf(': ') + 1).trim()
  return part.charAt(0).toUpperCase() + part.slice(1)
}

function State({ credential: { name, source, lastFour, updatedAt, updatedBy } }: { credential: Credential }) {
  const isEntered = updatedAt !== null
  return (
    <span className="quiet small">
      {source === 'environment' && 'Set in the environment, which takes precedence. '}
      {isEntered && (
        <>
          {source === 'environment' ? 'A value was also entered' : 'Entered'}{' '}
          {lastFour !== '' && !isReadable(name) && (
            <>
              (<code>…{lastFour}</code>){' '}
            </>
          )}
          <Time at={updatedAt} />
          {updatedBy !== null && ` by ${updatedBy}`}
        </>
      )}
      {source === null && !isEntered && 'Not set'}
    </span>
  )
}
