import { safeAddress } from '@docent/client'
import { Markdown } from '../../ui/markdown.tsx'
import { count } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'
import { duration } from '../../ui/time.tsx'
import type { useTrial } from './use-trial.ts'

type Side = ReturnType<typeof useTrial>

/** The answer of one side with its figures and passages. Passages that the other side lacks say so. */
export function TrialResult({ side, other }: { side: Side; other: Side }) {
  const { isBusy, isAsked, answer, error, passages, cited, turn } = side
  const later = side.found.filter(({ number }) => !passages?.some((passage) => passage.number === number))
  if (!isAsked) return <p className="quiet small">The answer appears here.</p>
  const found = new Set(other.passages?.map(keyOf))
  return (
    <div className="stack">
      {error && <Note kind="danger">{error.message}</Note>}
      {isBusy && answer === '' && (
        <p className="quiet row">
          <span className="spinner" aria-hidden /> Searching the documentation
        </p>
      )}
      {answer !== '' && <Markdown text={answer} />}
      {turn && (
        <dl className="facts trial-facts">
          <dt>Model</dt>
          <dd>
            <code>{turn.model}</code>
          </dd>
          <dt>First text</dt>
          <dd>{turn.firstTextMs === null ? 'none' : duration(turn.firstTextMs)}</dd>
          <dt>Whole answer</dt>
          <dd>{duration(turn.totalMs)}</dd>
          <dt>Tokens</dt>
          <dd>
            {count(turn.inputTokens)} in, {count(turn.outputTokens)} out
          </dd>
          <dt>Cites</dt>
          <dd>{turn.sources.map(({ title }) => title).join(', ') || 'nothing'}</dd>
        </dl>
      )}
      {passages && (
        <>
          <h3>Passages</h3>
          {passages.length === 0 && <p className="quiet small">The search found nothing.</p>}
          <ol className="passages">
            {passages.map((passage) => (
              <li
                key={passage.number}
                className={cited.has(passage.number) ? 'passage row cited' : 'passage row'}
              >
                <span className="passage-number">{passage.number}</span>
                <a href={safeAddress(passage.url)} target="_blank" rel="noreferrer" className="truncate">
                  {passage.headings.at(-1) ?? passage.title}
                </a>
                {other.passages && !found.has(keyOf(passage)) && <span className="tag">only here</span>}
                <span className="passage-score small">{passage.score.toFixed(2)}</span>
              </li>
            ))}
            {later.map(({ number, url, title }) => (
              <li key={number} className={cited.has(number) ? 'passage row cited' : 'passage row'}>
                <span className="passage-number">{number}</span>
                <a href={safeAddress(url)} target="_blank" rel="noreferrer" className="truncate">
                  {title}
                </a>
                <span className="passage-score quiet small">read while answering</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function keyOf({ path, headings }: NonNullable<Side['passages']>[number]): string {
  return JSON.stringify([path, headings])
}
