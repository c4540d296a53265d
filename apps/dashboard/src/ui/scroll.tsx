import type { ReactNode } from 'react'

/** What may be wider or higher than its place: the keyboard reaches it and can scroll it. */
export function Scroll({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
