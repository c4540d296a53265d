import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

export type ButtonKind = 'default' | 'primary' | 'danger' | 'plain'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  kind?: ButtonKind
  children: ReactNode
  className?: string
}

/** While `isPending` it keeps its width and shows that it works. */
export function Button({ kind = 'default', className = '', children, ...rest }: ButtonProps) {
  return (
    <AriaButton className={`button ${kind} ${className}`} {...rest}>
      {({ isPending }) => (
        <>
          {isPending && <span className="spinner" aria-hidden />}
          {children}
        </>
      )}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** What it does: its name, and the text on hover. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, kind = 'plain', className = '', ...rest }: IconButtonProps) {
  return (
    <AriaButton aria-label={label} className={`button icon ${kind} ${className}`} {...rest}>
      <span title={label}>{icon}</span>
    </AriaButton>
  )
}
