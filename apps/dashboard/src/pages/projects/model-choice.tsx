import type { SourceTrial } from '../../api/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { ConnectModel } from './connect-model.tsx'
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
  const isMissing = models.assistant.problem !== null && assistant.trim() === ''
  return (
    <>
      {isMissing ? (
        <Note
          kind="attention"
          action={
            <div className="row">
              <ConnectModel isPending={isChecking} onConnected={onCheck} />
              <Button
                onPress={() => onChange({ assistant: OFFLINE, ...(isRepository ? { agent: OFFLINE } : {}) })}
              >
                Use the offline model
              </Button>
            </div>
          }
        >
          No model is connected yet. The offline model needs no key, and answers by quoting the documentation.
        </Note>
      ) : (
        <div className="row between">
          <p className="small quiet">
            Leave a field empty to use the default of the first provider that has a key.
          </p>
          <ConnectModel kind="default" isPending={isChecking} onConnected={onCheck} />
        </div>
      )}
      <ModelField
        label="Assistant"
        kind="language"
        fallback={models.assistant.id}
        value={assistant}
        onChange={(value) => onChange({ assistant: value })}
      />
      {isRepository && (
        <ModelField
          label="Agent"
          kind="language"
          fallback={models.agent.id}
          value={agent}
          onChange={(value) => onChange({ agent: value })}
        />
      )}
    </>
  )
}
