import { CircleAlert, CircleCheck, Info, Lock, MapPinOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Problem } from '../api/problem.ts'
import { Button } from './button.tsx'

interface EmptyProps {
  icon: ReactNode
  title: string
  /** What this place will show, and the one thing to do. */
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      {icon}
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

/**
 * What could not be loaded, in the server's words, with the id that finds it in the log. Trying again does not help where
 * somebody lacks the right, or where there is nothing.
 */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof Problem && error.status === 403)
    return (
      <Empty icon={<Lock size={24} aria-hidden />} title="You cannot open this">
        {error.message}
      </Empty>
    )
  if (error instanceof Problem && error.status === 404)
    return (
      <Empty icon={<MapPinOff size={28} aria-hidden />} title="Not found">
        {error.message}
      </Empty>
    )
  const requestId = error instanceof Problem ? error.requestId : undefined
  return (
    <div className="empty" role="alert">
      <CircleAlert size={24} aria-hidden />
      <h2>This could not be loaded</h2>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {requestId !== undefined && (
        <p className="small">
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry && <Button onPress={onRetry}>Try again</Button>}
    </div>
  )
}

/** Rows of the height that the loaded ones have, so that nothing jumps. */
export function Loading({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <span key={index} className={`bone w${index % 4}`} />
      ))}
    </div>
  )
}

const NOTES = { info: Info, attention: TriangleAlert, danger: CircleAlert, success: CircleCheck }

interface NoteProps {
  kind?: keyof typeof NOTES
  children: ReactNode
  action?: ReactNode
}

/** Something to know before going on. */
export function Note({ kind = 'info', children, action }: NoteProps) {
  const Icon = NOTES[kind]
  return (
    <div className={`note ${kind}`}>
      <Icon size={16} aria-hidden />
      <div className="note-text">{children}</div>
      {action}
    </div>
  )
}
