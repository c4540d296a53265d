import { useQueryClient } from '@tanstack/react-query'
import type { UsedModel } from '../../api/projects.ts'
import { useProject } from '../../shell/use-project.ts'
import { Note } from '../../ui/states.tsx'
import { ConnectModel } from './connect-model.tsx'

/** Why a role of the project has no model that works, and what to do on this page. */
export function ModelProblem({ used: { problem, isOwn } }: { used: UsedModel }) {
  const { id } = useProject()
  const queries = useQueryClient()
  if (problem === null) return null
  if (isOwn) return <Note kind="attention">{problem}</Note>
  return (
    <Note
      kind="attention"
      action={
        <ConnectModel onConnected={() => void queries.invalidateQueries({ queryKey: ['project', id] })} />
      }
    >
      No model is connected yet. Connect one, or use the model <code>offline:docent</code>, which quotes the
      documentation and needs no key.
    </Note>
  )
}
