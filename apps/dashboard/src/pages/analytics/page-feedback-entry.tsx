import { type FeedbackStatus, type PageFeedback, useSetFeedbackStatus } from '../../api/readers.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { Scroll } from '../../ui/scroll.tsx'
import { type Option, Select } from '../../ui/select.tsx'
import { Time } from '../../ui/time.tsx'

export const FEEDBACK_STATUSES: readonly Option<FeedbackStatus>[] = [
  { value: 'pending', label: 'Pending' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'dismissed', label: 'Dismissed' },
]

/** What one reader said about a page. Editors set its status. */
export function PageFeedbackEntry({ feedback }: { feedback: PageFeedback }) {
  const project = useProject()
  const canEdit = useCan('edit')
  const change = useSetFeedbackStatus(project.id)
  const { id, path, comment, contact, code, status, createdAt } = feedback
  return (
    <li>
      <div className="row spread">
        <p>
          {path}{' '}
          <span className="quiet small">
            · {verdictOf(feedback)} · <Time at={createdAt} />
          </span>
        </p>
        {canEdit ? (
          <Select
            label={`Status of the feedback on ${path}`}
            isLabelHidden
            options={FEEDBACK_STATUSES}
            value={change.isPending ? change.variables.status : status}
            isDisabled={change.isPending}
            onChange={(value) => change.mutate({ id, status: value })}
          />
        ) : (
          <span className="quiet small">
            {FEEDBACK_STATUSES.find(({ value }) => value === status)?.label}
          </span>
        )}
      </div>
      {comment !== null && <p className="said">{comment}</p>}
      {typeof code === 'string' && (
        <Scroll className="value" label={`code on ${path}`}>
          <pre>{code}</pre>
        </Scroll>
      )}
      {typeof contact === 'string' && <p className="quiet small">Reply to {contact}</p>}
    </li>
  )
}

function verdictOf({ source, helpful }: PageFeedback): string {
  const verdict = helpful === true ? 'Helpful' : helpful === false ? 'Not helpful' : undefined
  if (source === 'code_snippet') return 'On code'
  if (source === 'agent') return verdict === undefined ? 'By an agent' : `${verdict}, by an agent`
  return verdict ?? 'Comment'
}
