import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { useCreateJob } from '../../api/jobs.ts'
import { Problem } from '../../api/problem.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Note } from '../../ui/states.tsx'

interface NewJobDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Written already: the person reads and changes it. */
  prompt?: string
}

export function NewJobDialog({ isOpen, onClose, prompt: given = '' }: NewJobDialogProps) {
  return (
    <Dialog title="New job" isOpen={isOpen} onClose={onClose} isWide>
      <NewJobForm given={given} onClose={onClose} />
    </Dialog>
  )
}

function NewJobForm({ given, onClose }: { given: string; onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState(given)
  const [asDraft, setAsDraft] = useState(false)
  const create = useCreateJob(project.id)
  const problem = create.error instanceof Problem ? create.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { prompt, asDraft },
      {
        onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }),
        onError: () => undefined,
      },
    )
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        label="What should the agent do?"
        hint={`The agent works on a branch of ${project.name} and opens a pull request.`}
        placeholder="Add a page about rate limits, with an example for each plan."
        rows={6}
        autoFocus
        value={prompt}
        onChange={setPrompt}
        wrong={problem?.issueOf('prompt')}
      />
      <Checkbox isSelected={asDraft} onChange={setAsDraft}>
        Open the pull request as a draft
      </Checkbox>
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={create.isPending} isDisabled={prompt.trim() === ''}>
          Start the job
        </Button>
      </div>
    </Form>
  )
}
