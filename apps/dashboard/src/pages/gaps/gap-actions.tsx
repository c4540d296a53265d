import { AlarmClock, EyeOff, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Gap } from '../../api/gaps.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { GapJobDialog } from './gap-job-dialog.tsx'
import type { DecideGaps } from './use-decide-gaps.ts'

interface GapActionsProps {
  gap: Gap
  days: number
  decide: DecideGaps
}

/** The job that closes a gap, or that it isn't shown for now. */
export function GapActions({ gap, days, decide }: GapActionsProps) {
  const project = useProject()
  const canEdit = useCan('edit')
  const [isOpen, setOpen] = useState(false)
  const start = gap.jobId === null ? 'Start a job' : 'Start another job'
  return (
    <div className="row gap-actions">
      {gap.jobId !== null && (
        <AppLink href={project.path(`jobs/${gap.jobId}`)} className="button">
          Open the job
        </AppLink>
      )}
      {canEdit && project.repository !== null && (
        <Button
          kind={gap.jobId === null ? 'default' : 'plain'}
          aria-label={`${start}: ${gap.title}`}
          onPress={() => setOpen(true)}
        >
          <PenLine size={14} aria-hidden />
          {start}
        </Button>
      )}
      {canEdit && gap.state === 'open' && (
        <>
          <IconButton
            label={`Snooze for a week: ${gap.title}`}
            icon={<AlarmClock size={16} aria-hidden />}
            onPress={() => decide([gap.id], 'snoozed')}
          />
          <IconButton
            label={`Dismiss: ${gap.title}`}
            icon={<EyeOff size={16} aria-hidden />}
            onPress={() => decide([gap.id], 'dismissed')}
          />
        </>
      )}
      {canEdit && gap.state !== 'open' && (
        <Button aria-label={`Reopen: ${gap.title}`} onPress={() => decide([gap.id], 'open')}>
          Reopen
        </Button>
      )}
      <GapJobDialog gap={gap} days={days} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
