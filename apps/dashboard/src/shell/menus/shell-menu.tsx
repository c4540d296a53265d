import type { ReactNode } from 'react'
import { Menu, Popover } from 'react-aria-components'
import type { MenuPlace } from './menu-button.tsx'

interface ShellMenuProps extends MenuPlace {
  label: string
  offset?: number
  children: ReactNode
}

/** A menu of the frame at its button. The focus begins in it and goes back to the button. */
export function ShellMenu({ label, trigger, onClose, offset = 4, children }: ShellMenuProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={trigger}
      trigger="MenuTrigger"
      placement="bottom start"
      offset={offset}
      isOpen
      onOpenChange={onClose}
    >
      <Menu className="options" aria-label={label} autoFocus="first" onClose={onClose}>
        {children}
      </Menu>
    </Popover>
  )
}
