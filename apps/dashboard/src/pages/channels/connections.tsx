import { useQuery } from '@tanstack/react-query'
import type { ServerChannel } from '../../api/channels.ts'
import { credentialsQuery } from '../../api/organization.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Note } from '../../ui/states.tsx'
import { CredentialLists } from '../settings/credentials/credential-lists.tsx'

/** What connects the server with the vendors: credentials, and the addresses to enter there. */
export function Connections({ channels }: { channels: readonly ServerChannel[] }) {
  const canManage = useCan('manage')
  const organization = useOrganization()
  // They belong to the server, so only its first organization may see them.
  const query = useQuery({ ...credentialsQuery(organization), enabled: canManage, retry: false })
  const { secrets = [], applies = false } = query.data ?? {}
  const credentials = secrets.filter(({ channel }) => channel !== null)
  const webhooks = channels.filter(({ webhook }) => webhook !== null)
  return (
    <details className="card unfolding" open={channels.length === 0}>
      <summary>
        <h2>Connections</h2>
        <span className="quiet">
          {channels.length === 0 ? 'none' : channels.map(({ label }) => label).join(', ')}
        </span>
      </summary>
      <div className="inside stack">
        {credentials.length === 0 ? (
          <Note>
            The credentials of channels belong to the server. Its owners enter them, or set them in the
            environment.
          </Note>
        ) : (
          <>
            <p className="quiet">
              {applies
                ? 'Docent uses a new value immediately, stores it encrypted, and never shows it again.'
                : 'This server takes credentials from its environment and docent.config.ts alone.'}
            </p>
            <CredentialLists credentials={credentials} applies={applies} />
          </>
        )}
        {webhooks.map(({ name, label, webhook }) => (
          <div key={name} className="stack tight">
            <p>Address that {label} sends posts to:</p>
            <CopyCode text={`${location.origin}${webhook}`} label={`Webhook address for ${label}`} />
          </div>
        ))}
      </div>
    </details>
  )
}
