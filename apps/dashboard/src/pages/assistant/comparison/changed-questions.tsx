import type { EvaluationComparison, QuestionResult } from '../../../api/evaluation.ts'
import { count, plural } from '../../../ui/number.ts'

type Changed = EvaluationComparison['changed'][number]

const CHANGES: Record<Changed['change'], string> = { better: 'Better', worse: 'Worse', mixed: 'Mixed' }

/** Questions whose result is another one now, those that are worse first. */
export function ChangedQuestions({ changed, more }: { changed: readonly Changed[]; more: number }) {
  if (changed.length === 0) return <p className="quiet">No question changed.</p>
  return (
    <details className="changed">
      <summary>{`${plural(changed.length + more, 'question')} changed`}</summary>
      <ul className="lines">
        {changed.map((each) => (
          <li key={each.question}>
            <p>{each.question}</p>
            <p className="small">
              <span className={`verdict ${each.change}`}>{CHANGES[each.change]}</span>
              {`: ${differences(each).join(', ')}`}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet small">{`And ${count(more)} more.`}</p>}
    </details>
  )
}

function differences({ expected, before, after }: Changed): string[] {
  const said = (about: (result: QuestionResult) => string | undefined) => {
    const [first, second] = [about(before), about(after)]
    return first === undefined || second === undefined || first === second ? [] : [`${first} → ${second}`]
  }
  return [
    ...said(({ rank }) =>
      expected.length === 0 ? undefined : rank === null ? 'page not found' : `page at rank ${rank}`,
    ),
    ...said(({ passed }) =>
      typeof passed === 'boolean'
        ? passed
          ? 'answer passed its check'
          : 'answer failed its check'
        : undefined,
    ),
    ...said(
      ({ invented }) =>
        invented && (invented.length === 0 ? 'nothing invented' : `invented ${invented.join(', ')}`),
    ),
    ...said(({ unsupported }) =>
      unsupported === undefined ? undefined : plural(unsupported, 'unsupported sentence'),
    ),
  ]
}
