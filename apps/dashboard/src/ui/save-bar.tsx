import type { ReactNode } from 'react'

/** At the end of a form with changes, with what to do about them. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar row spread">
      <span className="quiet small">You have unsaved changes.</span>
      {children}
    </div>
  )
}
