import type { ReactNode } from 'react'
import type { Delivery } from '../../../api/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Time } from '../../../ui/time.tsx'

interface DeliveryDialogProps {
  delivery: Delivery | undefined
  host: string | undefined
  onClose: () => void
}

/** All that is known of a delivery, with the whole error. */
export function DeliveryDialog({ delivery, host, onClose }: DeliveryDialogProps) {
  return (
    <Dialog
      title={delivery?.type ?? ''}
      isOpen={delivery !== undefined}
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {delivery && (
        <dl className="facts">
          <Fact name="Host">{host ?? 'removed'}</Fact>
          <Fact name="Delivery">
            <code>{delivery.id}</code>
          </Fact>
          <Fact name="Attempts">{delivery.attempts}</Fact>
          {delivery.nextAttemptAt !== null && (
            <Fact name="Next attempt">
              <Time at={delivery.nextAttemptAt} />
            </Fact>
          )}
          {delivery.lastError !== null && <Fact name="Last error">{delivery.lastError}</Fact>}
        </dl>
      )}
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
