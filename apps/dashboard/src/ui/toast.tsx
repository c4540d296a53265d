import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'

interface Toast {
  id: number
  text: string
  isFailure: boolean
  /** Takes back what was done. */
  undo?: (() => void) | undefined
}

const SHOWN_MS = 6_000
/** So long something can be taken back. */
const UNDO_MS = 10_000
const MOST = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listen of listeners) listen()
}

function add(text: string, isFailure: boolean, undo?: () => void): number {
  lastId += 1
  // What failed before was seen: beside what happens now, it would look as if it failed again.
  show([...toasts.filter((toast) => !toast.isFailure), { id: lastId, text, isFailure, undo }].slice(-MOST))
  return lastId
}

function close(id: number): void {
  show(toasts.filter((toast) => toast.id !== id))
}

/** Says that something was done; it goes by itself. With `undo`, it can be taken back for ten seconds. */
export function say(text: string, undo?: () => void): void {
  const id = add(text, false, undo)
  setTimeout(() => close(id), undo ? UNDO_MS : SHOWN_MS)
}

/** Says that something failed; it stays until it is closed. */
export function sayFailure(error: unknown): void {
  add(error instanceof Error ? error.message : String(error), true)
}

/** Above the page at all times, so that screen readers hear what comes into it. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, text, isFailure, undo }) => (
        <div key={id} className={isFailure ? 'toast danger' : 'toast'} role={isFailure ? 'alert' : 'status'}>
          {isFailure ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          <span className="said">{text}</span>
          {undo && (
            <Button
              onPress={() => {
                close(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
          <IconButton label="Close" icon={<X size={14} />} onPress={() => close(id)} />
        </div>
      ))}
    </section>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
