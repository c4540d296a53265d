import { Problem } from '../../api/problem.ts'
import { useTryModel } from '../../api/projects.ts'
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
  /** What applies while it is empty. */
  placeholder?: string
  isDisabled?: boolean
}

/** A `provider:model`, with one call that shows whether it works. */
export function ModelField({
  label,
  kind,
  value,
  onChange,
  placeholder,
  isDisabled = false,
}: ModelFieldProps) {
  const attempt = useTryModel(useOrganization())
  const problem = attempt.error instanceof Problem ? attempt.error : undefined
  const tried = attempt.variables?.model
  return (
    <div className="stack tight">
      <div className="row at-end">
        <Field
          label={label}
          placeholder={placeholder ?? 'provider:model'}
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
        />
        <Button
          aria-label={`Test the model of ${label}`}
          isPending={attempt.isPending}
          isDisabled={value.trim() === ''}
          onPress={() => attempt.mutate({ model: value.trim(), kind })}
        >
          Test
        </Button>
      </div>
      {tried === value.trim() && attempt.data && (
        <Note kind="success">
          It replied “{attempt.data.said}” in {duration(attempt.data.ms)}.
        </Note>
      )}
      {tried === value.trim() && problem && <Note kind="danger">{problem.message}</Note>}
    </div>
  )
}
