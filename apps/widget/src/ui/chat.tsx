import type { ContextItem } from '@docent/client'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import type { ShowPart } from '../loaded/load-part.ts'
import { spokenText } from '../spoken-text.ts'
import type { Texts } from '../texts/texts.ts'
import type { Turn } from '../turn.ts'
import { unsupportedTexts } from '../unsupported.ts'
import { Composer } from './composer.tsx'
import { TurnView } from './turn-view.tsx'
import { useConversation } from './use-conversation.ts'

export interface ChatProps {
  conversation: Conversation
  texts: Texts
  questions: readonly string[]
  draft: string
  context: readonly ContextItem[]
  focusRequest: number
  onDraft: (text: string) => void
  onContext: (context: readonly ContextItem[]) => void
  onSend: () => void
  onAsk: (question: string) => void
  onRate: (turn: Turn, rating: 'up' | 'down', text?: string) => void
  /** Shows how to reach a person. Undefined where nobody can. */
  showHandOver: ShowPart | undefined
}

/** How near the end, in pixels, one must be for the view to follow what is written. */
const NEAR_END = 48

/** The conversation and the box below it. */
export function Chat(props: ChatProps) {
  const { conversation, texts, questions, onAsk, onRate, showHandOver } = props
  const { turns } = useConversation(conversation)
  const log = useFollowedEnd(turns)
  const status = useStatus(turns.at(-1), texts)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll with the keyboard */}
      <div class="log" ref={log} role="log" aria-live="off" aria-label={texts.title} tabIndex={0}>
        {turns.length === 0 && <Welcome texts={texts} questions={questions} onAsk={onAsk} />}
        {turns.map((turn, index) => (
          <TurnView
            key={turn.id}
            turn={turn}
            conversation={conversation}
            texts={texts}
            isLast={index === turns.length - 1}
            onRate={onRate}
            onReset={() => conversation.reset()}
          />
        ))}
        {showHandOver !== undefined &&
          conversation.state.threadId !== undefined &&
          !conversation.isRunning && <div key={turns.at(-1)?.id} class="hand-over" ref={showHandOver} />}
      </div>
      <p class="hidden" role="status">
        {status}
      </p>
      <Composer
        texts={texts}
        draft={props.draft}
        context={props.context}
        isRunning={conversation.isRunning}
        focusRequest={props.focusRequest}
        onDraft={props.onDraft}
        onContext={props.onContext}
        onSend={props.onSend}
        onStop={() => conversation.stop()}
      />
      <p class="disclaimer" dir="auto">
        {texts.disclaimer}
      </p>
    </>
  )
}

function Welcome({ texts, questions, onAsk }: Pick<ChatProps, 'texts' | 'questions' | 'onAsk'>) {
  return (
    <div class="welcome">
      <p>{texts.welcome}</p>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The view follows what is written only while one is at its end, and stops where the question is at the top: the
 * beginning of an answer stays in view. A new question always comes into view.
 */
function useFollowedEnd(turns: readonly Turn[]) {
  const log = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useLayoutEffect(() => {
    const view = log.current
    if (view === null) return
    const onScroll = () => {
      const { bottom } = placesOf(view)
      isFollowing.current = bottom - view.scrollTop < NEAR_END
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => view.removeEventListener('scroll', onScroll)
  }, [])
  useLayoutEffect(() => {
    isFollowing.current = true
  }, [turns.length])
  useLayoutEffect(() => {
    const view = log.current
    if (view === null || !isFollowing.current) return
    const { bottom, question } = placesOf(view)
    view.scrollTop = Math.min(bottom, question)
    isFollowing.current = bottom <= question
  }, [turns])
  return log
}

/** Scroll positions of the end, and of the last question at the top. */
function placesOf(view: HTMLElement): { bottom: number; question: number } {
  const last = [...view.querySelectorAll('.turn')].at(-1)
  const bottom = view.scrollHeight - view.clientHeight
  if (last === undefined) return { bottom, question: 0 }
  const offset = last.getBoundingClientRect().top - view.getBoundingClientRect().top
  return { bottom, question: Math.max(0, view.scrollTop + offset - 8) }
}

/**
 * What a screen reader hears: that the answer is being written, then the whole answer once, never its pieces, then which
 * of its sentences are not supported. An answer that was there when the page opened is not read out.
 */
function useStatus(turn: Turn | undefined, texts: Texts): string {
  const [heard, setHeard] = useState<string | undefined>()
  const isComing = turn?.status === 'asking' || turn?.status === 'answering'
  useLayoutEffect(() => {
    if (isComing && turn !== undefined) setHeard(turn.id)
  }, [isComing, turn?.id])
  if (turn === undefined || (turn.id !== heard && !isComing)) return ''
  if (turn.status === 'asking') return texts.searching
  if (turn.status === 'answering') return texts.writing
  if (turn.status !== 'done') return ''
  const { text, sentences } = turn
  if (sentences !== undefined && sentences.unsupported.length > 0)
    return `${texts.notSupported}: ${unsupportedTexts(text, sentences).join(' ')}`
  return `${texts.done} ${spokenText(text)}`
}
