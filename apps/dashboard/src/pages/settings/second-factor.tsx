import { useState } from 'react'
import { useRemoveSecondFactor } from '../../api/account/second-factor.ts'
import { useSession } from '../../shell/session-context.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toast.tsx'
import { PasswordForm } from './password-form.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** A code of an authenticator app, asked for beside the password. */
export function SecondFactor() {
  const { user } = useSession()
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <section className="stack tight" aria-label="Two-factor authentication">
      <h2>Two-factor authentication</h2>
      <p className="quiet small">{stateOf(user)}</p>
      <div>
        {user.hasSecondFactor ? (
          <Button kind="danger" onPress={() => setOpen('remove')}>
            Turn off
          </Button>
        ) : (
          user.hasPassword && <Button onPress={() => setOpen('set-up')}>Set up</Button>
        )}
      </div>
      <Dialog
        title="Set up an authenticator app"
        isOpen={open === 'set-up'}
        onClose={close}
        isDismissable={false}
      >
        <SetUpSecondFactor
          onClose={close}
          onDone={() => {
            say('From now on, you sign in with your password and a code.')
            close()
          }}
        />
      </Dialog>
      <Dialog title="Turn off two-factor authentication?" isOpen={open === 'remove'} onClose={close}>
        <RemoveForm onClose={close} />
      </Dialog>
    </section>
  )
}

function stateOf(user: { hasPassword: boolean; hasSecondFactor: boolean }): string {
  if (user.hasSecondFactor)
    return 'On. You sign in with your password and a code from your authenticator app.'
  if (user.hasPassword) return 'Off. You sign in with only your password.'
  return 'Off. Set a password first.'
}

function RemoveForm({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSecondFactor()
  const turnOff = (password: string) =>
    remove.mutate(password, {
      onSuccess: () => {
        say('You now sign in with only your password.')
        onClose()
      },
    })
  return (
    <PasswordForm
      action="Turn off"
      kind="danger"
      hint="You then sign in with only your password. Backup codes stop working."
      error={remove.error}
      isPending={remove.isPending}
      onSubmit={turnOff}
      onClose={onClose}
    />
  )
}
