import { type ReactNode, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { Button } from 'react-aria-components'

/** What a menu needs to stand at its button, see shell-menu.tsx. */
export interface MenuPlace {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

interface MenuButtonProps {
  label?: string
  className?: string
  isCurrent?: boolean
  /** Begins to load the menu: called when the pointer or the focus comes near. */
  onNear: () => void
  menu: (place: MenuPlace) => ReactNode
  children: ReactNode
}

/** A button of the frame that opens a menu. Menus weigh as much as a page, so each is loaded when it is asked for. */
export function MenuButton({ label, className, isCurrent = false, onNear, menu, children }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const onClose = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...(className === undefined ? {} : { className })}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        onHoverStart={onNear}
        onFocus={onNear}
        onPress={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
          else event.continuePropagation()
        }}
      >
        {children}
      </Button>
      {isOpen && <Suspense>{menu({ trigger, onClose })}</Suspense>}
    </>
  )
}
