import { safeAddress } from '@docent/client'
import { useState } from 'preact/hooks'
import type { Conversation } from '../conversation.ts'
import { copyText } from '../copy-text.ts'
import { fill, type Texts } from '../texts/texts.ts'
import type { Failure, Turn } from '../turn.ts'
import { underlined, unsupportedTexts } from '../unsupported.ts'
import { AnswerText } from './answer-text.tsx'
import { CopyIcon, DownIcon, RetryIcon, UpIcon } from './icons.tsx'

export interface TurnViewProps {
  turn: Turn
  conversation: Conversation
  texts: Texts
  isLast: boolean
  onRate: (turn: Turn, rating: 'up' | 'down', text?: string) => void
  onReset: () => void
}

/** One question with its answer. */
export function TurnView({ turn, conversation, texts, isLast, onRate, onReset }: TurnViewProps) {
  const isComing = turn.status === 'asking' || turn.status === 'answering'
  return (
    <article class="turn" aria-busy={isComing}>
      <h3 class="question" dir="auto">
        <span class="hidden" dir="auto">
          {texts.you}:{' '}
        </span>
        {turn.question}
      </h3>
      {turn.context.map((item) => (
        <p class="about" key={item.value}>
          {texts.about}: <q>{item.value.slice(0, 160)}</q>
        </p>
      ))}
      <span class="hidden">{texts.assistant}: </span>
      {turn.status === 'asking' && <p class="waiting">{texts.searching}</p>}
      {turn.text !== '' && <AnswerText turn={turn} texts={texts} />}
      {turn.status === 'stopped' && <p class="note">{texts.stopped}</p>}
      {turn.failure && <FailureNote failure={turn.failure} texts={texts} />}
      {!isComing && <Invented turn={turn} texts={texts} />}
      {!isComing && <Unsupported turn={turn} texts={texts} />}
      {!isComing && turn.sources.length > 0 && <Sources turn={turn} texts={texts} />}
      {!isComing && (
        <div class="actions">
          {turn.status === 'done' && <CopyAnswer text={turn.text} texts={texts} />}
          {isLast && turn.failure?.kind === 'gone' && (
            <button type="button" class="quiet" onClick={onReset}>
              {texts.newConversation}
            </button>
          )}
          {isLast && turn.failure?.kind !== 'gone' && turn.failure?.kind !== 'refused' && (
            // After an answer it is one action among others; where there is none, it is what to do.
            <button
              type="button"
              class={turn.status === 'done' ? 'icon' : 'quiet'}
              aria-label={texts.regenerate}
              title={texts.regenerate}
              onClick={() => void conversation.regenerate()}
            >
              <RetryIcon /> {turn.status !== 'done' && texts.regenerate}
            </button>
          )}
          {turn.status === 'done' && <Feedback turn={turn} texts={texts} onRate={onRate} />}
        </div>
      )}
    </article>
  )
}

/** What is underlined, in words: with it nobody needs to see the lines. */
function Invented({ turn: { invented = [] }, texts }: Pick<TurnViewProps, 'turn' | 'texts'>) {
  if (invented.length === 0) return null
  return (
    <p class="note invented" role="note">
      {texts.notFound}:{' '}
      {invented.map(({ text, suggestion }, index) => (
        <span key={text}>
          {index > 0 && ', '}
          <code>{text}</code>
          {suggestion !== undefined && (
            <>
              {' → '}
              <code>{suggestion}</code>?
            </>
          )}
        </span>
      ))}
    </p>
  )
}

/** Sentences that the checker of the project found nothing for; they stay in the answer. */
function Unsupported({ turn: { text, sentences }, texts }: Pick<TurnViewProps, 'turn' | 'texts'>) {
  if (sentences === undefined || sentences.unsupported.length === 0) return null
  const { count, unsupported } = sentences
  return (
    <details class="note unsupported" open={underlined() === undefined}>
      <summary>
        <span>{texts.notSupported}</span> ({unsupported.length}/{count})
      </summary>
      <ul dir="auto">
        {unsupportedTexts(text, sentences).map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

function Sources({ turn, texts }: { turn: Turn; texts: Texts }) {
  return (
    <div class="sources">
      <h4>{texts.sources}</h4>
      <ul>
        {turn.sources.map(({ id, url, title }) => (
          <li key={id}>
            <a href={safeAddress(url) ?? '#'}>{title ?? url}</a>
          </li>
        ))}
      </ul>
      {turn.suggestions.length > 0 && (
        <>
          <h4>{texts.readNext}</h4>
          <ul>
            {turn.suggestions.map(({ title, path }) => (
              <li key={path}>
                <a href={safeAddress(path) ?? '#'}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Feedback({ turn, texts, onRate }: Pick<TurnViewProps, 'turn' | 'texts' | 'onRate'>) {
  const [isAsked, setAsked] = useState(false)
  const [text, setText] = useState('')
  const rate = (rating: 'up' | 'down') => {
    onRate(turn, rating)
    setAsked(rating === 'down')
  }
  return (
    <div class="feedback">
      <button
        type="button"
        class="icon"
        aria-label={texts.helpful}
        aria-pressed={turn.rating === 'up'}
        onClick={() => rate('up')}
      >
        <UpIcon />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={texts.notHelpful}
        aria-pressed={turn.rating === 'down'}
        onClick={() => rate('down')}
      >
        <DownIcon />
      </button>
      {turn.rating !== undefined && !isAsked && <span role="status">{texts.feedbackThanks}</span>}
      {isAsked && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onRate(turn, 'down', text)
            setAsked(false)
          }}
        >
          <label>
            {texts.feedbackPrompt}
            <textarea
              rows={2}
              maxLength={4_000}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit">{texts.feedbackSend}</button>
        </form>
      )}
    </div>
  )
}

function CopyAnswer({ text, texts }: { text: string; texts: Texts }) {
  const [isCopied, setCopied] = useState(false)
  const label = isCopied ? texts.copied : texts.copy
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      aria-pressed={isCopied}
      title={label}
      onClick={() => void copyText(text, setCopied)}
    >
      <CopyIcon />
    </button>
  )
}

function FailureNote({ failure, texts }: { failure: Failure; texts: Texts }) {
  return (
    <p class="failure" role="alert">
      {wordsOf(failure, texts)}
      {failure.requestId !== undefined && <small>{fill(texts.requestId, { id: failure.requestId })}</small>}
    </p>
  )
}

function wordsOf({ kind, retryAt }: Failure, texts: Texts): string {
  if (kind !== 'limit') return texts[kind]
  const minutes = retryAt === undefined ? 0 : Math.ceil((retryAt - Date.now()) / 60_000)
  const when = minutes >= 1 && minutes <= 120 ? fill(texts.inMinutes, { count: minutes }) : texts.later
  return fill(texts.limit, { when })
}
