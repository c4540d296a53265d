import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type Gap, gapPromptQuery, useWriteGap } from '../../api/gaps.ts'
import { Problem } from '../../api/problem.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Note } from '../../ui/states.tsx'

interface GapJobDialogProps {
  gap: Gap
  days: number
  isOpen: boolean
  onClose: () => void
}

/** Shows what the agent will be asked, to read and change before it starts. */
export function GapJobDialog({ gap, days, isOpen, onClose }: GapJobDialogProps) {
  return (
    <Dialog title="Start a job" isOpen={isOpen} onClose={onClose} isWide isDismissable={false}>
      <GapPrompt gap={gap} days={days} onClose={onClose} />
    </Dialog>
  )
}

function GapPrompt({ gap, days, onClose }: Omit<GapJobDialogProps, 'isOpen'>) {
  const query = useQuery(gapPromptQuery(useProject().id, days, gap.id))
  return (
    <QueryView query={query}>
      {({ prompt }) => <GapJobForm gap={gap} days={days} given={prompt} onClose={onClose} />}
    </QueryView>
  )
}

function GapJobForm(props: Omit<GapJobDialogProps, 'isOpen'> & { given: string }) {
  const { gap, days, given, onClose } = props
  const project = useProject()
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState(given)
  const write = useWriteGap(project.id, days)
  const problem = write.error instanceof Problem ? write.error : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate(
      { gap: gap.id, prompt },
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
        hint="The agent opens a draft pull request. Its text quotes the questions."
        rows={14}
        autoFocus
        value={prompt}
        onChange={setPrompt}
        wrong={problem?.issueOf('prompt')}
      />
      {problem && problem.issues.length === 0 && <Note kind="danger">{problem.message}</Note>}
      <div className="row form-end">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" isPending={write.isPending} isDisabled={prompt.trim() === ''}>
          Start the job
        </Button>
      </div>
    </Form>
  )
}
