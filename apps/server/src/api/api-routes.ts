import type { RouteTable } from '../mount.ts'
import { getSession } from './session/get-session.ts'
import { signIn } from './session/sign-in.ts'
import { signOut } from './session/sign-out.ts'
import { useOwnerLink } from './session/use-owner-link.ts'

/** Every operation of `/api`: for the dashboard, and for scripts with an admin key. */
export const API_ROUTES: RouteTable = [
  ['GET', '/api/session', getSession],
  ['POST', '/api/session', signIn],
  ['DELETE', '/api/session', signOut],
  ['POST', '/api/session/owner-link', useOwnerLink],
]
