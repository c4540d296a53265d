import { useQuery } from '@tanstack/react-query'
import { providerQuery, useProvider } from '../../api/account/signing-in.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'

interface ProviderButtonProps {
  verb: 'Sign in' | 'Join'
  /** Path within the dashboard. */
  returnTo: string
  /** Secret of an invitation. */
  invitation?: string
}

/** Another way in, where the server has a provider. */
export function ProviderButton({ verb, returnTo, invitation }: ProviderButtonProps) {
  const provider = useQuery(providerQuery)
  const leave = useProvider()
  const name = provider.data?.name
  if (name === undefined || name === null) return null
  return (
    <div className="outside-provider">
      <p className="quiet small outside-or">or</p>
      <Button
        isPending={leave.isPending || leave.isSuccess}
        onPress={() =>
          leave.mutate({
            returnTo: `/dashboard${returnTo}`,
            ...(invitation === undefined ? {} : { invitation }),
          })
        }
      >
        {verb} with {name}
      </Button>
      {leave.error && <Note kind="danger">{leave.error.message}</Note>}
    </div>
  )
}
