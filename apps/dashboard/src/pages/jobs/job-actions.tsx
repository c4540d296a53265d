import { safeAddress } from '@docent/client'
import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, GitPullRequest, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { type JobDetail, useJobAction } from '../../api/jobs.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { say } from '../../ui/toast.tsx'

/** What can be done with a job in its state. */
export function JobActions({ job }: { job: JobDetail }) {
  const project = useProject()
  const navigate = useNavigate()
  const act = useJobAction(project.id, job.id)
  const [isAsking, setAsking] = useState(false)
  const pending = act.isPending ? act.variables : undefined
  const isActive = job.status === 'active'
  return (
    <>
      {job.pullRequest && (
        <a
          className="button primary"
          href={safeAddress(job.pullRequest.url)}
          target="_blank"
          rel="noreferrer"
        >
          <GitPullRequest size={14} aria-hidden />
          Open pull request #{job.pullRequest.number}
        </a>
      )}
      {isActive ? (
        <Button kind="danger" isDisabled={job.publishing} onPress={() => setAsking(true)}>
          <Square size={12} aria-hidden />
          Cancel
        </Button>
      ) : (
        <Button
          isPending={pending === 'again'}
          onPress={() =>
            act.mutate('again', {
              onSuccess: ({ id }) => void navigate({ to: project.path(`jobs/${id}`) }),
            })
          }
        >
          <RotateCw size={14} aria-hidden />
          Run again
        </Button>
      )}
      {!isActive && job.archivedAt === null && (
        <Button
          isPending={pending === 'archive'}
          onPress={() =>
            act.mutate('archive', {
              onSuccess: () => say('The job is archived.', () => act.mutate('restore')),
            })
          }
        >
          <Archive size={14} aria-hidden />
          Archive
        </Button>
      )}
      {job.archivedAt !== null && (
        <Button isPending={pending === 'restore'} onPress={() => act.mutate('restore')}>
          <ArchiveRestore size={14} aria-hidden />
          Take out of the archive
        </Button>
      )}
      <Confirm
        title="Cancel this job?"
        action="Cancel the job"
        keep="Let it continue"
        isOpen={isAsking}
        isPending={pending === 'cancel'}
        onClose={() => setAsking(false)}
        onConfirm={() => act.mutate('cancel', { onSettled: () => setAsking(false) })}
      >
        The agent stops, and you lose its changes since the last pull request.
      </Confirm>
    </>
  )
}
