import { CornerDownLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { type JobDetail, useFollowUp } from '../../api/jobs.ts'
import { useProject } from '../../shell/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

/** Says more to the agent: it reads the message at its next step, or begins another run. */
export function FollowUp({ job }: { job: JobDetail }) {
  const project = useProject()
  const [text, setText] = useState('')
  const send = useFollowUp(project.id, job.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') send.mutate(text, { onSuccess: () => setText('') })
  }
  return (
    <Form className="follow-up" onSubmit={submit}>
      <Field
        label="Follow-up"
        isLabelHidden
        rows={3}
        value={text}
        onChange={setText}
        placeholder={
          job.status === 'active'
            ? 'Send the agent a message. It reads the message at its next step.'
            : job.pullRequest === null
              ? 'Tell the agent what to do. It starts another run.'
              : job.pullRequest.state === 'open'
                ? 'Ask for a change. The agent continues in the same pull request.'
                : `The pull request is ${job.pullRequest.state}: the agent opens another one for your change.`
        }
      />
      <div className="form-end row">
        <Button type="submit" kind="primary" isPending={send.isPending} isDisabled={text.trim() === ''}>
          <CornerDownLeft size={14} aria-hidden />
          Send
        </Button>
      </div>
    </Form>
  )
}
