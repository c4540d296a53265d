import { useState } from 'react'
import { useCreateJob } from '../../../api/jobs.ts'
import { useProject } from '../../../shell/use-project.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { JobPromptForm } from './job-prompt-form.tsx'

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
  const [prompt, setPrompt] = useState(given)
  const [asDraft, setAsDraft] = useState(false)
  const create = useCreateJob(project.id)
  return (
    <JobPromptForm
      prompt={prompt}
      onChange={setPrompt}
      hint={`The agent works on a branch of ${project.name} and opens a pull request.`}
      placeholder="Add a page about rate limits, with an example for each plan."
      rows={6}
      start={create}
      onSubmit={(callbacks) => create.mutate({ prompt, asDraft }, callbacks)}
      onClose={onClose}
    >
      <Checkbox isSelected={asDraft} onChange={setAsDraft}>
        Open the pull request as a draft
      </Checkbox>
    </JobPromptForm>
  )
}
