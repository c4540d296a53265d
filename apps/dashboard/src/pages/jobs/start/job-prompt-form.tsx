import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Problem } from '../../../api/problem.ts'
import { useProject } from '../../../shell/use-project.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/states.tsx'

interface JobPromptFormProps {
  prompt: string
  onChange: (prompt: string) => void
  hint: string
  placeholder?: string
  rows: number
  /** Below the prompt. */
  children?: ReactNode
  start: { error: unknown; isPending: boolean }
  /** Sends the prompt, and calls back with the job. */
  onSubmit: (callbacks: { onSuccess: (job: { id: string }) => void; onError: () => void }) => void
  onClose: () => void
}

/** What the agent should do, to write or change before a job starts. The page of the job opens then. */
export function JobPromptForm(props: JobPromptFormProps) {
  const { prompt, onChange, start, onSubmit, onClose, children, ...field } = props
  const project = useProject()
  const navigate = useNavigate()
  const problem = start.error instanceof Problem ? start.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({
      onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }),
      onError: () => undefined,
    })
  }
  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      <Field
        {...field}
        label="What should the agent do?"
        autoFocus
        value={prompt}
        onChange={onChange}
        wrong={problem?.issueOf('prompt')}
      />
      {children}
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={start.isPending} isDisabled={prompt.trim() === ''}>
          Start the job
        </Button>
      </div>
    </Form>
  )
}
