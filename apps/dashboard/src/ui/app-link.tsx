import { safeAddress } from '@docent/client'
import { Link } from '@tanstack/react-router'
import type { AriaAttributes, ReactNode } from 'react'

interface AppLinkProps extends AriaAttributes {
  /** Within the dashboard, without `/dashboard`; or a whole address elsewhere. */
  href: string
  /** Of the query, within the dashboard. */
  search?: Readonly<Record<string, string>>
  className?: string
  children: ReactNode
}

/** A link: within the dashboard without loading a page, elsewhere in a tab of its own. */
export function AppLink({ href, search, className, children, ...rest }: AppLinkProps) {
  if (!href.startsWith('/'))
    return (
      <a href={safeAddress(href)} target="_blank" rel="noreferrer" className={className} {...rest}>
        {children}
      </a>
    )
  return (
    <Link
      to={href}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(search === undefined ? {} : { search })}
      {...(className === undefined ? {} : { className })}
      {...rest}
    >
      {children}
    </Link>
  )
}
