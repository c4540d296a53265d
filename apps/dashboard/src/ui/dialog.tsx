import type { ReactNode } from 'react'
import { Dialog as AriaDialog, FormContext, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  isWide?: boolean
  /** False while something is shown that a stray click must not lose. */
  isDismissable?: boolean
}

export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, footer, isWide = false, isDismissable = true } = props
  return (
    <ModalOverlay
      className="dialog-shade"
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={isWide ? 'dialog wide' : 'dialog'}>
        <AriaDialog>
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
          </header>
          {/* A form in it would also take the handlers of a form around the button. */}
          <FormContext.Provider value={null}>
            <div className="inside">{children}</div>
          </FormContext.Provider>
          {footer !== undefined && <footer>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ConfirmProps {
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  action: string
  /** Of the button that changes nothing, where "Cancel" could mean the action. */
  keep?: string
  isOpen: boolean
  isPending: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, keep = 'Cancel', isOpen, isPending, onClose, onConfirm } = props
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{keep}</Button>
          <Button kind="danger" isPending={isPending} onPress={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
