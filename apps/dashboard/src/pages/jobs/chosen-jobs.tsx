import { Archive, ArchiveRestore, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { type JobAction, type JobSummary, useJobActions } from '../../api/jobs.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { plural } from '../../ui/number.ts'
import { ChoiceBar } from '../../ui/table/choice-bar.tsx'
import { say, sayFailure } from '../../ui/toast.tsx'

const ICON = { size: 14, 'aria-hidden': true } as const

interface ChosenJobsProps {
  jobs: readonly JobSummary[]
  onDone: () => void
}

/** What can be done with several jobs at once: each action for those whose state allows it. */
export function ChosenJobs({ jobs, onDone }: ChosenJobsProps) {
  const act = useJobActions(useProject().id)
  const [isAsking, setAsking] = useState(false)
  const idsOf = (isPossible: (job: JobSummary) => boolean) => jobs.filter(isPossible).map(({ id }) => id)
  const active = idsOf(({ status }) => status === 'active')
  const ended = idsOf(({ status }) => status !== 'active')
  const archivable = idsOf(({ status, archivedAt }) => status !== 'active' && archivedAt === null)
  const archived = idsOf(({ archivedAt }) => archivedAt !== null)
  const run = (action: JobAction, ids: readonly string[], said: string, undo?: JobAction) =>
    act.mutate(
      { action, ids },
      {
        onSuccess: ({ ids: done, problem }) => {
          if (done.length > 0)
            say(
              `${plural(done.length, 'job')} ${said}.`,
              undo && (() => act.mutate({ action: undo, ids: done })),
            )
          if (problem) sayFailure(problem)
          setAsking(false)
          onDone()
        },
      },
    )
  return (
    <ChoiceBar count={jobs.length} onClear={onDone}>
      {archivable.length > 0 && (
        <Button isPending={act.isPending} onPress={() => run('archive', archivable, 'archived', 'restore')}>
          <Archive {...ICON} />
          Archive {archivable.length}
        </Button>
      )}
      {archived.length > 0 && (
        <Button isPending={act.isPending} onPress={() => run('restore', archived, 'out of the archive')}>
          <ArchiveRestore {...ICON} />
          Take out {archived.length}
        </Button>
      )}
      {ended.length > 0 && (
        <Button isPending={act.isPending} onPress={() => run('again', ended, 'started again')}>
          <RotateCw {...ICON} />
          Run {ended.length} again
        </Button>
      )}
      {active.length > 0 && (
        <Button kind="danger" isPending={act.isPending} onPress={() => setAsking(true)}>
          <Square size={12} aria-hidden />
          Cancel {active.length}
        </Button>
      )}
      <Confirm
        title={`Cancel ${plural(active.length, 'job')}?`}
        action="Cancel the jobs"
        keep="Let them continue"
        isOpen={isAsking}
        isPending={act.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => run('cancel', active, 'cancelled')}
      >
        The agent stops, and you lose the changes since the last pull requests.
      </Confirm>
    </ChoiceBar>
  )
}
