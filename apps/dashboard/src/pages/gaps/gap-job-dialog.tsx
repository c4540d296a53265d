import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Gap, gapPromptQuery, useWriteGap } from '../../api/gaps.ts'
import { useProject } from '../../shell/use-project.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { JobPromptForm } from '../jobs/start/job-prompt-form.tsx'

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
  const [prompt, setPrompt] = useState(given)
  const write = useWriteGap(useProject().id, days)
  return (
    <JobPromptForm
      prompt={prompt}
      onChange={setPrompt}
      hint="The agent opens a draft pull request. Its text quotes the questions."
      rows={14}
      start={write}
      onSubmit={(callbacks) => write.mutate({ gap: gap.id, prompt }, callbacks)}
      onClose={onClose}
    />
  )
}
