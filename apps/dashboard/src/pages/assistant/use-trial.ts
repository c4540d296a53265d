import './jitless.ts'
import { useChat } from '@ai-sdk/react'
import { useQuery } from '@tanstack/react-query'
import type { ChatTransport, UIMessage } from 'ai'
import { useMemo } from 'react'
import { type Trial, useExplain } from '../../api/assistant.ts'
import { threadQuery } from '../../api/conversations.ts'
import { useSession } from '../../shell/session-context.ts'
import { useProject } from '../../shell/use-project.ts'
import { citedBy, foundBy, textOf, threadOf } from './message-parts.ts'
import { playgroundTransport } from './playground-transport.ts'
import { passagesOf, type TrialDraft } from './trial-settings.tsx'

/** One side of a comparison: asks as the draft says, and has the answer, its passages and its figures. */
export function useTrial(draft: TrialDraft) {
  const project = useProject()
  const { user } = useSession()
  const transport = useMemo(
    () => playgroundTransport(project.id, project.domain, user.id) as unknown as ChatTransport<UIMessage>,
    [project.id, project.domain, user.id],
  )
  const trial = trialOf(draft)
  const chat = useChat({ transport, experimental_throttle: 50 })
  const explain = useExplain(project.id, trial)
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming'
  const last = chat.messages.findLast(({ role }) => role === 'assistant')
  const threadId = isBusy ? undefined : threadOf(last)
  const thread = useQuery({ ...threadQuery(project.id, threadId ?? ''), enabled: threadId !== undefined })
  return {
    isBusy,
    isAsked: !explain.isIdle,
    answer: last ? textOf(last) : '',
    error: chat.error ?? explain.error ?? undefined,
    passages: explain.data?.passages,
    /** By the tools of the answer. */
    found: last ? foundBy(last) : [],
    cited: last ? citedBy(last) : new Set<number>(),
    turn: thread.data?.turns.at(-1),
    /** Each question begins a conversation of its own, so that both sides begin alike. */
    ask: (question: string) => {
      chat.setMessages([])
      explain.mutate(question)
      void chat.sendMessage({ text: question }, { body: trial })
    },
    stop: () => void chat.stop(),
  }
}

function trialOf(draft: TrialDraft): Trial {
  const { model, version, language } = draft
  const filter = {
    ...(version.trim() === '' ? {} : { version: version.trim() }),
    ...(language.trim() === '' ? {} : { language: language.trim() }),
  }
  return {
    retrievalPageSize: passagesOf(draft) ?? 5,
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  }
}
