import { ArrowLeft } from 'lucide-react'
import { AppLink } from './app-link.tsx'

/** To the page above this one, over its title. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <AppLink href={href} className="above">
      <ArrowLeft size={14} aria-hidden />
      {children}
    </AppLink>
  )
}
