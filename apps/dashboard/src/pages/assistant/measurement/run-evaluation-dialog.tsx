import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useStartMeasurement } from '../../../api/measurements.ts'
import { projectQuery } from '../../../api/projects.ts'
import { useProject } from '../../../shell/use-project.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Note } from '../../../ui/states.tsx'

const MEASURES = [
  { value: 'answers', label: 'Search and answers' },
  { value: 'search', label: 'Only the search, without a model' },
] as const

/** What to measure with the evaluation set, and with which model. */
export function RunEvaluationDialog({ questions, onClose }: { questions: number; onClose: () => void }) {
  const project = useProject()
  const { data } = useQuery(projectQuery(project.id))
  const start = useStartMeasurement(project.id)
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]['value']>('answers')
  const [model, setModel] = useState('')
  const answers = measure === 'answers'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const named = answers && model.trim() !== '' ? { model: model.trim() } : {}
    start.mutate({ kind: 'evaluation', answers, ...named }, { onSuccess: onClose })
  }
  return (
    <Dialog title="Run the evaluation" isOpen onClose={onClose}>
      <Form className="stack" onSubmit={submit} validationBehavior="aria">
        <Select label="Measure" options={MEASURES} value={measure} onChange={setMeasure} />
        {answers && (
          <Field
            label="Model"
            hint="Leave it empty for the model that answers readers, or enter another model to compare."
            placeholder={data?.models.assistant.id ?? 'provider:model'}
            value={model}
            onChange={setModel}
          />
        )}
        <p className="quiet small">
          {answers
            ? `${questions === 1 ? 'The question is' : `Each of the ${questions} questions is`} answered once, at the usual cost of an answer.`
            : 'No model writes answers, so it takes only seconds.'}
        </p>
        {start.error && <Note kind="danger">{start.error.message}</Note>}
        <div className="row form-end">
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isPending={start.isPending}>
            Run
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
