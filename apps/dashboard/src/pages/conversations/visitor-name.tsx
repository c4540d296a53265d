import { useQuery } from '@tanstack/react-query'
import { accountOf } from '../../api/dashboard-visitor.ts'
import { membersQuery } from '../../api/organization.ts'
import { useCan, useSession } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'

/** Who asked, as a person knows them: a name of the dashboard, or the name that a site gave its reader. */
export function VisitorName({ fp }: { fp: string }) {
  const { user } = useSession()
  const account = accountOf(fp)
  const isOther = account !== undefined && account !== '' && account !== user.id
  const query = useQuery({ ...membersQuery(useOrganization()), enabled: useCan('members') && isOther })
  if (fp === 'anonymous') return 'an anonymous reader'
  if (account === undefined) return fp
  if (account === user.id) return 'you, in the dashboard'
  const member = query.data?.members.find(({ id }) => id === account)
  return `${member?.name ?? 'a member'}, in the dashboard`
}
