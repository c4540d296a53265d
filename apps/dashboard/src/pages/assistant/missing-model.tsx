import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { ConnectModel } from '../projects/connect-model.tsx'

/** Where nobody can answer yet: the two ways out, for those who may take them. */
export function MissingModel({ onRetry }: { onRetry: () => void }) {
  const project = useProject()
  if (!useCan('manage'))
    return (
      <Note kind="attention" action={<Button onPress={onRetry}>Try again</Button>}>
        This project has no model that answers. Ask an owner to choose one.
      </Note>
    )
  return (
    <Note kind="attention" action={<ConnectModel onConnected={onRetry} />}>
      This project has no model that answers. Connect one, or choose one in the{' '}
      <AppLink href={project.path('project')}>project settings</AppLink>: <code>offline:docent</code> needs no
      key.
    </Note>
  )
}
