import { organizationPath } from '../../shell/paths.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'

/** Where nobody can answer yet: the two ways out, for those who may take them. */
export function MissingModel({ onRetry }: { onRetry: () => void }) {
  const project = useProject()
  const organization = useOrganization()
  const canManage = useCan('manage')
  return (
    <Note kind="attention" action={<Button onPress={onRetry}>Try again</Button>}>
      {'This project has no model that answers. '}
      {canManage ? (
        <>
          Enter the key of a provider under{' '}
          <AppLink href={organizationPath(organization, 'credentials')}>Credentials</AppLink>, or choose a
          model in the <AppLink href={project.path('project')}>project settings</AppLink>:{' '}
          <code>offline:docent</code> needs no key.
        </>
      ) : (
        'Ask an owner to choose one.'
      )}
    </Note>
  )
}
