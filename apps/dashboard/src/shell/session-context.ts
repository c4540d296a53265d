import { createContext, useContext } from 'react'
import type { Feature, Permission, Session } from '../api/account/session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** Only below the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('Nobody is signed in here.')
  return session
}

/** What the person may not do is not offered; the server refuses it in any case. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission)
}

/** What a server leaves out has no pages. */
export function useHas(feature: Feature): boolean {
  return useSession().features.includes(feature)
}
