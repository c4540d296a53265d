import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

export type ButtonKind = 'default' | 'primary' | 'danger' | 'plain'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  kind?: ButtonKind
  children: ReactNode
  className?: string
}

/**
 * While `isPending` it shows that it works, and does nothing more. It stays enabled, so that the focus stays on it.
 * React Aria's own pending state leaves an image without a name in the page.
 */
export function Button({
  kind = 'default',
  className = '',
  isPending = false,
  children,
  ...rest
}: ButtonProps) {
  const { onPress, type = 'button', ...others } = rest
  const idle = { type, ...(onPress === undefined ? {} : { onPress }) }
  return (
    <AriaButton className={`button ${kind} ${className}`} {...others} {...(isPending ? {} : idle)}>
      {isPending && <span className="spinner" aria-hidden />}
      {children}
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
