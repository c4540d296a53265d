import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Confirm } from './dialog.tsx'

/** At the end of a form with changes, with what to do about them. Whoever leaves the page is asked about them first. */
export function SaveBar({ children }: { children: ReactNode }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  return (
    <div className="save-bar row spread">
      <span className="quiet small">You have unsaved changes.</span>
      {children}
      <Confirm
        title="Leave without saving?"
        action="Discard the changes"
        keep="Stay on the page"
        isOpen={status === 'blocked'}
        isPending={false}
        onClose={() => reset?.()}
        onConfirm={() => proceed?.()}
      >
        Your changes on this page are lost.
      </Confirm>
    </div>
  )
}
