import type { Session } from '../api/account/session.ts'
import { AppLink } from '../ui/app-link.tsx'

/** An owner who came by the printed link has no other way back in yet. */
export function PasswordBanner({ session, href }: { session: Session; href: string }) {
  if (session.missing.length === 0) return null
  return (
    <div className="banner">
      <span>You can use the sign-in link only once.</span>
      <AppLink href={href}>Set an email address and a password</AppLink>
    </div>
  )
}
