import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type MeasurementRequest, useStartMeasurement } from '../../../api/measurements.ts'
import { projectQuery } from '../../../api/projects.ts'
import { useProject } from '../../../shell/use-project.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DollarsField, dollarsOf, isAmount } from '../../../ui/dollars-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Note } from '../../../ui/states.tsx'

const TASKS = [
  { value: 'answers,agent', label: 'The protocol, 12 answers, and 12 agent tasks' },
  { value: 'answers', label: 'The protocol and 12 answers' },
  { value: 'none', label: 'Only the protocol' },
] as const
const MOST_MINUTES = '30'

/** Which model to check, and how much time and money it may take. */
export function CheckModelDialog({ onClose }: { onClose: () => void }) {
  const project = useProject()
  const { data } = useQuery(projectQuery(project.id))
  const start = useStartMeasurement(project.id)
  const [model, setModel] = useState('')
  const [tasks, setTasks] = useState<(typeof TASKS)[number]['value']>('answers,agent')
  const [minutes, setMinutes] = useState(MOST_MINUTES)
  const [cost, setCost] = useState('')
  const maxMinutes = Number(minutes)
  const areMinutes = maxMinutes >= 1 && maxMinutes <= 1_440
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const maxCost = dollarsOf(cost)
    const request: MeasurementRequest = {
      kind: 'model-check',
      model: model.trim() || (data?.models.assistant.id ?? ''),
      tasks: tasks === 'none' ? [] : tasks === 'answers' ? ['answers'] : ['answers', 'agent'],
      maxMinutes,
      ...(maxCost === null ? {} : { maxCost }),
    }
    start.mutate(request, { onSuccess: onClose })
  }
  return (
    <Dialog title="Check a model" isOpen onClose={onClose}>
      <Form className="stack" onSubmit={submit} validationBehavior="aria">
        <Field
          label="Model"
          hint="In the form provider:model. Leave it empty for the model that answers readers."
          placeholder={data?.models.assistant.id ?? 'provider:model'}
          value={model}
          onChange={setModel}
          autoFocus
        />
        <Select label="Checks to run" options={TASKS} value={tasks} onChange={setTasks} />
        <Field
          label="Minutes"
          hint="Docent starts no more checks after this time."
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
          wrong={areMinutes ? undefined : 'A number from 1 to 1440.'}
        />
        <DollarsField
          label="US dollars"
          hint="Docent starts no more checks after this cost. The configuration must have the price of the model."
          value={cost}
          onChange={setCost}
        />
        {start.error && <Note kind="danger">{start.error.message}</Note>}
        <div className="row form-end">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            isPending={start.isPending}
            isDisabled={!areMinutes || !isAmount(cost)}
          >
            Check
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
