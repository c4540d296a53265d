import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { IconButton } from './button.tsx'

interface Said {
  text: string
  isFailure: boolean
}

const queue = new ToastQueue<Said>({ maxVisibleToasts: 3 })

/** Says that something was done; it goes by itself. */
export function say(text: string): void {
  queue.add({ text, isFailure: false }, { timeout: 6_000 })
}

/** Says that something failed; it stays until it is closed. */
export function sayFailure(error: unknown): void {
  queue.add({ text: error instanceof Error ? error.message : String(error), isFailure: true })
}

export function Toasts() {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label="Messages">
      {({ toast }) => (
        <Toast toast={toast} className={toast.content.isFailure ? 'toast danger' : 'toast'}>
          {toast.content.isFailure ? (
            <CircleAlert size={16} aria-hidden />
          ) : (
            <CircleCheck size={16} aria-hidden />
          )}
          <ToastContent className="said">
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          <IconButton slot="close" label="Close" icon={<X size={14} />} />
        </Toast>
      )}
    </ToastRegion>
  )
}
