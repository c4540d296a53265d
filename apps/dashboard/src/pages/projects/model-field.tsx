import { Problem } from '../../api/problem.ts'
import { useTryModel } from '../../api/projects.ts'
import { useCan } from '../../shell/session-context.ts'
import { useOrganization } from '../../shell/use-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'
import { duration } from '../../ui/time.tsx'

interface ModelFieldProps {
  label: string
  kind: 'language' | 'embedding' | 'rerank'
  value: string
  onChange: (value: string) => void
  /** What applies while it is empty, and is then tested. */
  fallback?: string | null
  /** Shown where nothing applies while it is empty. */
  placeholder?: string
  isDisabled?: boolean
}

/** A `provider:model`, with one call that shows whether it works. */
export function ModelField({
  label,
  kind,
  value,
  onChange,
  fallback = null,
  placeholder = 'provider:model',
  isDisabled = false,
}: ModelFieldProps) {
  const canTry = useCan('manage')
  const attempt = useTryModel(useOrganization())
  const problem = attempt.error instanceof Problem ? attempt.error : undefined
  const model = value.trim() || (fallback ?? '')
  const wasTried = attempt.variables?.model === model
  return (
    <div className="stack tight">
      <div className="row at-end">
        <Field
          label={label}
          placeholder={fallback ?? placeholder}
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
        />
        {canTry && (
          <Button
            aria-label={`Test the model of ${label}`}
            isPending={attempt.isPending}
            isDisabled={model === ''}
            onPress={() => attempt.mutate({ model, kind })}
          >
            Test
          </Button>
        )}
      </div>
      {wasTried && attempt.data && (
        <Note kind="success">
          It replied “{attempt.data.said}” in {duration(attempt.data.ms)}.
        </Note>
      )}
      {wasTried && problem && <Note kind="danger">{problem.message}</Note>}
    </div>
  )
}
