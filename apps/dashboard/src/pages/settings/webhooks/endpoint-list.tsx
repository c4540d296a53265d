import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Endpoint, useEndpointAction } from '../../../api/organization/webhooks.ts'
import { useCan } from '../../../shell/session-context.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyCode } from '../../../ui/copy-code.tsx'
import { Confirm, Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { say } from '../../../ui/toast.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'

/** The endpoints, and what owners do with them. */
export function EndpointList({
  organization,
  endpoints,
}: {
  organization: string
  endpoints: readonly Endpoint[]
}) {
  const canManage = useCan('manage')
  const act = useEndpointAction(organization)
  const [edited, setEdited] = useState<Endpoint | 'new'>()
  const [removed, setRemoved] = useState<Endpoint>()
  const [rotated, setRotated] = useState<Endpoint>()
  const [secret, setSecret] = useState<string>()
  return (
    <section className="stack tight" aria-label="Endpoints">
      <div className="filters spread">
        <h2>Endpoints</h2>
        {canManage && (
          <Button onPress={() => setEdited('new')}>
            <Plus size={14} aria-hidden />
            Add endpoint
          </Button>
        )}
      </div>
      {endpoints.length === 0 ? (
        <Note>Docent tells an endpoint about jobs and pull requests.</Note>
      ) : (
        <ul className="card entries">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id} className="endpoint">
              <span className="strong">{endpoint.host}</span>
              {endpoint.createdBy === null && <code className="quiet small">{endpoint.id}</code>}
              <span className="quiet small">
                {endpoint.events?.join(', ') ?? 'all events'} of{' '}
                {endpoint.projectIds?.join(', ') ?? 'all projects'}
                {endpoint.createdBy === null ? ', in docent.config.ts' : `, added by ${endpoint.createdBy}`}
              </span>
              {endpoint.disabledSince !== null && (
                <span className="small">
                  Docent sends nothing to it: it answered 410 Gone <Time at={endpoint.disabledSince} />. Test
                  it to use it again.
                </span>
              )}
              {canManage && (
                <span className="row wrap actions">
                  <Button
                    kind="plain"
                    aria-label={`Test ${endpoint.host}`}
                    onPress={() =>
                      act.mutate(
                        { id: endpoint.id, action: 'test' },
                        { onSuccess: () => say('Docent sends a test. See the deliveries below.') },
                      )
                    }
                  >
                    Test
                  </Button>
                  {endpoint.createdBy !== null && (
                    <>
                      <Button
                        kind="plain"
                        aria-label={`Edit ${endpoint.host}`}
                        onPress={() => setEdited(endpoint)}
                      >
                        Edit
                      </Button>
                      <Button
                        kind="plain"
                        aria-label={`New secret for ${endpoint.host}`}
                        onPress={() => setRotated(endpoint)}
                      >
                        New secret
                      </Button>
                      <Button
                        kind="plain"
                        aria-label={`Remove ${endpoint.host}`}
                        onPress={() => setRemoved(endpoint)}
                      >
                        Remove
                      </Button>
                    </>
                  )}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <EndpointDialog
        organization={organization}
        endpoint={edited}
        onClose={() => setEdited(undefined)}
        onSecret={setSecret}
      />
      <Dialog
        title="The signing secret"
        isOpen={secret !== undefined}
        onClose={() => setSecret(undefined)}
        isDismissable={false}
        footer={
          <Button kind="primary" onPress={() => setSecret(undefined)}>
            I have copied it
          </Button>
        }
      >
        <p>Your server checks deliveries with it. Docent shows it only once.</p>
        <CopyCode text={secret ?? ''} label="secret" />
      </Dialog>
      <Confirm
        title={`Replace the secret of ${rotated?.host ?? ''}?`}
        action="Make a new secret"
        isOpen={rotated !== undefined}
        isPending={act.isPending}
        onClose={() => setRotated(undefined)}
        onConfirm={() =>
          rotated &&
          act.mutate(
            { id: rotated.id, action: 'secret' },
            {
              onSuccess: (reply) => setSecret(reply?.secret),
              onSettled: () => setRotated(undefined),
            },
          )
        }
      >
        For a day, Docent signs with the old secret too.
      </Confirm>
      <Confirm
        title={`Remove ${removed?.host ?? ''}?`}
        action="Remove"
        isOpen={removed !== undefined}
        isPending={act.isPending}
        onClose={() => setRemoved(undefined)}
        onConfirm={() =>
          removed &&
          act.mutate({ id: removed.id, action: 'remove' }, { onSettled: () => setRemoved(undefined) })
        }
      >
        Docent gives up its pending deliveries. You can’t undo this.
      </Confirm>
    </section>
  )
}
