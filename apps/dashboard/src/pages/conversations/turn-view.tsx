import { safeAddress } from '@docent/client'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Turn } from '../../api/conversations.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { ClaimsView } from '../../ui/claims-view.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { NamesView } from '../../ui/names-view.tsx'
import { count } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { duration, Time } from '../../ui/time.tsx'

/** A question with its answer, and what the answer rests on. The first question is the title of the page already. */
export function TurnView({ turn, isFirst }: { turn: Turn; isFirst: boolean }) {
  const { feedback, sources, searches } = turn
  return (
    <li className="turn">
      <div className="turn-main">
        <h2 className={isFirst ? 'hidden' : 'turn-question'}>{turn.question}</h2>
        {turn.answer !== '' && <Markdown text={turn.answer} />}
        {turn.outcome === 'failed' ? (
          <Note kind="danger">
            <strong>The answer failed.</strong> {turn.failure}
          </Note>
        ) : (
          turn.answer === '' && <p className="quiet">The reader stopped the answer.</p>
        )}
        {feedback && (
          <p className="turn-feedback small">
            {feedback.rating === 'up' ? (
              <ThumbsUp size={14} aria-label="Helpful" />
            ) : (
              <ThumbsDown size={14} aria-label="Not helpful" />
            )}
            <span>{feedback.text || (feedback.rating === 'up' ? 'Helpful' : 'Not helpful')}</span>
            <span className="quiet">
              <Time at={feedback.createdAt} />
            </span>
          </p>
        )}
      </div>
      <aside className="turn-side small" aria-label={`Evidence for “${turn.question.slice(0, 80)}”`}>
        <Badge look={LOOKS[turn.outcome]} />
        {sources.length > 0 && (
          <>
            <h3>Sources</h3>
            <ul className="stack tight">
              {sources.map(({ path, url, title }) => (
                <li key={path}>
                  <a href={safeAddress(url)} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                  <br />
                  <code className="quiet">{path}</code>
                </li>
              ))}
            </ul>
          </>
        )}
        {turn.grounding !== undefined && (
          <>
            <h3>Names</h3>
            <NamesView grounding={turn.grounding} level={4} />
          </>
        )}
        {turn.claims !== undefined && (
          <>
            <h3>Claims</h3>
            <ClaimsView claims={turn.claims} answer={turn.answer} />
          </>
        )}
        <h3>Searches</h3>
        <ul className="stack tight">
          {searches.map((search) => (
            <li key={search} className="quiet">
              {search}
            </li>
          ))}
        </ul>
        <h3>Answer</h3>
        <dl className="facts">
          <dt>Asked</dt>
          <dd>
            <Time at={turn.createdAt} />
          </dd>
          {turn.asked.currentPath !== undefined && (
            <>
              <dt>On page</dt>
              <dd>
                <code>{turn.asked.currentPath}</code>
              </dd>
            </>
          )}
          <dt>Model</dt>
          <dd>
            <code>{turn.model}</code>
          </dd>
          <dt>Tokens</dt>
          <dd>
            {count(turn.inputTokens)} in, {count(turn.outputTokens)} out
          </dd>
          <dt>First text after</dt>
          <dd>{turn.firstTextMs === null ? 'none' : duration(turn.firstTextMs)}</dd>
          <dt>Total time</dt>
          <dd>{duration(turn.totalMs)}</dd>
        </dl>
      </aside>
    </li>
  )
}
