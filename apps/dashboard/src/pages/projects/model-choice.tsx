import type { SourceTrial } from '../../api/projects.ts'
import { organizationPath } from '../../shell/paths.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { ModelField } from './model-field.tsx'

interface ModelChoiceProps {
  models: SourceTrial['models']
  isRepository: boolean
  assistant: string
  agent: string
  isChecking: boolean
  onChange: (change: { assistant?: string; agent?: string }) => void
  /** Looks again which models have a key. */
  onCheck: () => void
}

const OFFLINE = 'offline:docent'

/** The models of a new project: what applies by itself, and what to do while no model has a key. */
export function ModelChoice(props: ModelChoiceProps) {
  const { models, isRepository, assistant, agent, isChecking, onChange, onCheck } = props
  const organization = useOrganization()
  const isMissing = models.assistant.problem !== null && assistant.trim() === ''
  const credentials = (
    <a href={`/dashboard${organizationPath(organization, 'credentials')}`} target="_blank" rel="noreferrer">
      Credentials
    </a>
  )
  return (
    <>
      {isMissing ? (
        <Note
          kind="attention"
          action={
            <div className="row">
              <Button isPending={isChecking} onPress={onCheck}>
                Check again
              </Button>
              <Button
                onPress={() => onChange({ assistant: OFFLINE, ...(isRepository ? { agent: OFFLINE } : {}) })}
              >
                Use the offline model
              </Button>
            </div>
          }
        >
          No model has a key yet. Enter one under {credentials}, or try the project with the offline model,
          which quotes the documentation.
        </Note>
      ) : (
        <p className="small quiet">
          Leave a field empty to use the default of the first provider that has a key. Enter keys under{' '}
          {credentials}.
        </p>
      )}
      <ModelField
        label="Assistant"
        kind="language"
        placeholder={models.assistant.id ?? 'provider:model'}
        value={assistant}
        onChange={(value) => onChange({ assistant: value })}
      />
      {isRepository && (
        <ModelField
          label="Agent"
          kind="language"
          placeholder={models.agent.id ?? 'provider:model'}
          value={agent}
          onChange={(value) => onChange({ agent: value })}
        />
      )}
    </>
  )
}
