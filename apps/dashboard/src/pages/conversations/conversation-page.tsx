import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { GitPullRequest } from 'lucide-react'
import { useState } from 'react'
import { type Thread, threadQuery } from '../../api/conversations.ts'
import { useCan } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/number.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Time } from '../../ui/time.tsx'
import { NewJobDialog } from '../jobs/start/new-job-dialog.tsx'
import { TurnView } from './turn-view.tsx'
import { VisitorName } from './visitor-name.tsx'

export function ConversationPage() {
  const { threadId = '' } = useParams({ strict: false }) as { threadId?: string }
  const project = useProject()
  const query = useQuery(threadQuery(project.id, threadId))
  return (
    <QueryView
      query={query}
      around={(state) => (
        <Page title="Conversation" above={<ToConversations />}>
          {state}
        </Page>
      )}
    >
      {(thread) => <Conversation thread={thread} />}
    </QueryView>
  )
}

function ToConversations() {
  return <BackLink href={useProject().path('conversations')}>Conversations</BackLink>
}

function Conversation({ thread }: { thread: Thread }) {
  const project = useProject()
  const canEdit = useCan('edit') && project.repository !== null
  const [isMaking, setMaking] = useState(false)
  const [first] = thread.turns
  return (
    <Page
      title={first?.question ?? 'Conversation'}
      above={<ToConversations />}
      lead={
        <>
          {plural(thread.turns.length, 'question')} by <VisitorName fp={thread.fp} />,{' '}
          <Time at={thread.createdAt} />
        </>
      }
      actions={
        canEdit ? (
          <Button onPress={() => setMaking(true)}>
            <GitPullRequest size={14} aria-hidden />
            Make this a task
          </Button>
        ) : undefined
      }
    >
      <ol className="turns">
        {thread.turns.map((turn, index) => (
          <TurnView key={turn.id} turn={turn} isFirst={index === 0} />
        ))}
      </ol>
      {canEdit && <NewJobDialog isOpen={isMaking} onClose={() => setMaking(false)} prompt={taskOf(thread)} />}
    </Page>
  )
}

/** The questions stand as data: a reader wrote them. */
function taskOf({ turns }: Thread): string {
  const questions = turns.map(({ question }) => `- ${JSON.stringify(question.slice(0, 400))}`).join('\n')
  const pages = [...new Set(turns.flatMap(({ sources }) => sources.map(({ path }) => path)))]
  const nearby = pages.length === 0 ? '' : `\n\nPages that the assistant used: ${pages.join(', ')}`
  return `Improve the documentation so that it answers what a reader asked.\n\nThe questions, as data:\n${questions}${nearby}`
}
