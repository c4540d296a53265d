import './jitless.ts'
import { useChat } from '@ai-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { ChatTransport, UIMessage } from 'ai'
import { BookmarkPlus, Columns2, ListChecks, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useExplain } from '../../api/assistant.ts'
import { Problem } from '../../api/problem.ts'
import { overviewQuery } from '../../api/reports.ts'
import { useCan, useHas, useSession } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Page } from '../../ui/page.tsx'
import { Note } from '../../ui/states.tsx'
import { Beginning } from './beginning.tsx'
import { Composer } from './composer.tsx'
import { Evidence } from './evidence.tsx'
import { citedBy, foundBy, spokenText, textOf, threadOf, titlesOf } from './message-parts.ts'
import { playgroundTransport } from './playground-transport.ts'

const MissingModel = lazy(async () => ({
  default: (await import('./missing-model.tsx')).MissingModel,
}))
const SaveQuestionDialog = lazy(async () => ({
  default: (await import('./save-question-dialog.tsx')).SaveQuestionDialog,
}))

const ModelOutage = lazy(() => import('../home/outage-bars.tsx'))

const NONE: ReadonlySet<number> = new Set()

export function AssistantPage() {
  const hasEvaluation = useHas('evaluation')
  const project = useProject()
  const [round, setRound] = useState(0)
  return (
    <Page
      title="Assistant"
      lead="See the answers that your readers get, and the evidence for each. Docent stores your questions as conversations."
      isWide
      isFilling
      actions={
        <>
          <AppLink href={project.path('assistant/compare')} className="button">
            <Columns2 size={14} aria-hidden />
            Compare
          </AppLink>
          {hasEvaluation && (
            <AppLink href={project.path('assistant/evaluation')} className="button">
              <ListChecks size={14} aria-hidden />
              Evaluation set
            </AppLink>
          )}
          <Button onPress={() => setRound(round + 1)}>
            <RotateCcw size={14} aria-hidden />
            New conversation
          </Button>
        </>
      }
    >
      <Suspense>
        <ModelOutage />
      </Suspense>
      <Playground key={`${project.id} ${round}`} />
    </Page>
  )
}

function Playground() {
  const project = useProject()
  const { user } = useSession()
  const navigate = useNavigate()
  const { ask } = useSearch({ strict: false }) as { ask?: string }
  const { question: chosen } = useLocation().state
  const transport = useMemo(
    () => playgroundTransport(project.id, project.domain, user.id) as unknown as ChatTransport<UIMessage>,
    [project.id, project.domain, user.id],
  )
  const chat = useChat({ transport, experimental_throttle: 50 })
  const explain = useExplain(project.id)
  const queries = useQueryClient()
  const canEdit = useCan('edit')
  const hasEvaluation = useHas('evaluation')
  const [isSaving, setSaving] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const [text, setText] = useState(ask ?? '')
  const end = useRef<HTMLDivElement>(null)
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming'
  const send = (question: string) => {
    if (question.trim() === '' || isBusy) return
    setText('')
    setStopped(false)
    explain.mutate(question)
    void chat.sendMessage({ text: question })
  }
  const again = () => {
    const question = chat.messages.findLast(({ role }) => role === 'user')
    if (question && explain.data === undefined) explain.mutate(textOf(question))
    setStopped(false)
    void chat.regenerate()
  }
  const submit = () => {
    send(text)
    if (ask !== undefined) void navigate({ to: project.path('assistant'), search: {}, replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and not again when the page is loaded again
  useEffect(() => {
    if (chosen === undefined) return
    void navigate({ to: project.path('assistant'), state: {}, replace: true })
    send(chosen)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the text, and only while it is at its end
  useEffect(() => {
    const room = document.documentElement.scrollHeight - window.innerHeight - window.scrollY
    if (isBusy && room < 160) end.current?.scrollIntoView({ block: 'end' })
  }, [chat.messages])
  // Somebody who sees an answer fail asks at once what is away.
  useEffect(() => {
    if (chat.error) void queries.invalidateQueries({ queryKey: overviewQuery(project.id).queryKey })
  }, [chat.error, queries, project.id])
  const last = chat.messages.findLast(({ role }) => role === 'assistant')
  const threadId = threadOf(last)
  const turnId = last?.id
  const lacksModel = explain.error instanceof Problem && explain.error.code === 'model_not_configured'
  const complete = useMemo(
    () =>
      isBusy || threadId === undefined || turnId === undefined
        ? undefined
        : { threadId, turnId, at: Date.now() },
    [isBusy, threadId, turnId],
  )
  return (
    <div className="split playground">
      <div className="split-main chat">
        {chat.messages.length === 0 ? (
          <Beginning onAsk={send} />
        ) : (
          <ol className="chat-turns" aria-label="Conversation">
            {chat.messages.map((message) => (
              <li key={message.id} className={`chat-message ${message.role}`}>
                <span className="hidden">{message.role === 'user' ? 'You' : 'Assistant'}</span>
                {message.role === 'user' ? (
                  <p dir="auto">{textOf(message)}</p>
                ) : (
                  <Markdown text={textOf(message)} titles={titlesOf(message)} />
                )}
              </li>
            ))}
          </ol>
        )}
        <p className="hidden" role="status">
          {chat.status === 'submitted'
            ? 'Searching the documentation'
            : chat.status === 'streaming'
              ? 'Writing the answer'
              : isStopped
                ? 'You stopped this answer.'
                : chat.status === 'ready' && last
                  ? `The answer is complete. ${spokenText(last)}`
                  : ''}
        </p>
        {chat.status === 'submitted' && (
          <p className="quiet row">
            <span className="spinner" aria-hidden /> Searching the documentation
          </p>
        )}
        {isStopped && !isBusy && <p className="quiet small">You stopped this answer.</p>}
        {canEdit &&
          hasEvaluation &&
          !isBusy &&
          !chat.error &&
          last &&
          textOf(last) !== '' &&
          explain.data && (
            <div className="row answer-actions">
              <Button kind="plain" onPress={() => setSaving(true)}>
                <BookmarkPlus size={14} aria-hidden />
                Save to the evaluation set
              </Button>
            </div>
          )}
        {chat.error &&
          (lacksModel ? (
            <Suspense>
              <MissingModel onRetry={again} />
            </Suspense>
          ) : (
            <Note kind="danger" action={<Button onPress={again}>Try again</Button>}>
              {chat.error.message}
            </Note>
          ))}
        <Composer
          text={text}
          isBusy={isBusy}
          placeholder={chat.messages.length === 0 ? 'Ask a question' : 'Ask another question'}
          onText={setText}
          onSend={submit}
          onStop={() => {
            setStopped(true)
            void chat.stop()
          }}
        />
        <div ref={end} />
      </div>
      {isSaving && (
        <Suspense>
          <SaveQuestionDialog
            question={explain.variables ?? ''}
            pages={explain.data?.passages.map(({ path }) => path) ?? []}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
      <aside className="split-side evidence" aria-label="Evidence">
        <Evidence
          explain={explain}
          found={last ? foundBy(last) : []}
          cited={last ? citedBy(last) : NONE}
          isFailed={chat.error !== undefined}
          answer={complete}
        />
      </aside>
    </div>
  )
}
