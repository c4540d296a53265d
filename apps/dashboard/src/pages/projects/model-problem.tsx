import type { UsedModel } from '../../api/projects.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Note } from '../../ui/states.tsx'

/** Why a role of the project has no model that works, and what to do on this page. */
export function ModelProblem({ used: { problem, isOwn } }: { used: UsedModel }) {
  const organization = useOrganization()
  if (problem === null) return null
  if (isOwn) return <Note kind="attention">{problem}</Note>
  return (
    <Note kind="attention">
      No model has a key yet. Enter one under{' '}
      <AppLink href={organizationPath(organization, 'credentials')}>Credentials</AppLink>, or use the model{' '}
      <code>offline:docent</code>, which quotes the documentation and needs no key.
    </Note>
  )
}
