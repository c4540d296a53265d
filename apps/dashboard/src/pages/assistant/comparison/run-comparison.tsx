import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EvaluationComparison,
  type EvaluationRun,
  evaluationComparisonQuery,
} from '../../../api/evaluation.ts'
import { plural } from '../../../ui/number.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Select } from '../../../ui/select.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { ChangedQuestions } from './changed-questions.tsx'
import { SETTING_NAMES, settingText } from './setting-texts.ts'

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/**
 * Two results of an evaluation side by side: the newest and the one before it, until somebody chooses others.
 * `runs` are those that can be compared, the newest first.
 */
export default function RunComparison({
  project,
  runs,
}: {
  project: string
  runs: readonly EvaluationRun[]
}) {
  const [chosenBefore, setBefore] = useState<string>()
  const [chosenAfter, setAfter] = useState<string>()
  const pairable = runs.filter((run) => alike(runs, run).length > 1)
  const after = pairable.find(({ at }) => at === chosenAfter) ?? pairable[0]
  if (after === undefined) return null
  const others = alike(pairable, after)
  const before =
    others.find(({ at }) => at === chosenBefore) ??
    others[others.indexOf(after) + 1] ??
    others.find((run) => run !== after)
  if (before === undefined) return null
  return (
    <section aria-labelledby="comparison" className="stack tight">
      <h2 id="comparison">Compare two results</h2>
      <div className="comparison-choice">
        <Select label="Before" options={others.map(optionOf)} value={before.at} onChange={setBefore} />
        <Select label="After" options={pairable.map(optionOf)} value={after.at} onChange={setAfter} />
      </div>
      {before === after ? (
        <p className="quiet">Choose two different results.</p>
      ) : (
        <Differences project={project} before={before.at} after={after.at} />
      )}
    </section>
  )
}

/** Those that searched the same: the documentation, or one test collection. */
function alike(runs: readonly EvaluationRun[], { collection }: EvaluationRun): EvaluationRun[] {
  return runs.filter((run) => run.collection?.name === collection?.name)
}

function optionOf({ at, model, collection }: EvaluationRun) {
  const what = collection?.name ?? model ?? 'search alone'
  return { value: at, label: `${time.format(Date.parse(at))}, ${what}` }
}

function differenceText(differs: NonNullable<EvaluationComparison['differs']>): string {
  if (differs.length === 0) return 'Both were measured with the same settings.'
  const each = differs.map(
    ({ setting, before, after }) =>
      `${SETTING_NAMES[setting]} ${settingText(setting, before)} → ${settingText(setting, after)}`,
  )
  return `What differs: ${each.join('; ')}.`
}

function Differences({ project, before, after }: { project: string; before: string; after: string }) {
  const query = useQuery(evaluationComparisonQuery(project, before, after))
  return (
    <QueryView query={query}>
      {(comparison) =>
        comparison.questions === 0 ? (
          <p className="quiet">The two results have no question in common.</p>
        ) : (
          <>
            {comparison.differs && <p className="small">{differenceText(comparison.differs)}</p>}
            <p className="quiet small">
              {`Over the ${plural(comparison.questions, 'question')} that both have. `}
              {comparison.questions < FEW
                ? `${FEW} questions are the minimum to show a difference.`
                : '“No difference shown” means that similar questions could give the opposite result.'}
            </p>
            <Table
              label="Differences"
              columns={COLUMNS}
              rows={comparison.measures}
              rowKey={({ measure }) => measure}
            />
            <ChangedQuestions changed={comparison.changed} more={comparison.moreChanged} />
          </>
        )
      }
    </QueryView>
  )
}

/** Of fewer the server says that nothing is shown. */
const FEW = 6

type Measure = EvaluationComparison['measures'][number]

const VERDICTS: Record<Measure['verdict'], string> = {
  better: 'better',
  worse: 'worse',
  unclear: 'no difference shown',
}

const COLUMNS: readonly Column<Measure>[] = [
  { id: 'measure', title: 'Figure', width: '1.6fr', cell: ({ measure }) => capital(measure) },
  { id: 'questions', title: 'Questions', width: 96, isNumber: true, cell: ({ questions }) => questions },
  {
    id: 'difference',
    title: 'Difference',
    width: 108,
    isNumber: true,
    isKept: true,
    cell: (measure) => <Difference measure={measure} />,
  },
  { id: 'interval', title: '95% interval', width: '1.2fr', isNumber: true, cell: interval },
  {
    id: 'verdict',
    title: 'Verdict',
    width: '1.2fr',
    isKept: true,
    cell: ({ verdict }) => (
      <span className={verdict === 'unclear' ? 'quiet' : `verdict ${verdict}`}>{VERDICTS[verdict]}</span>
    ),
  },
]

/** With its interval where that has no column. */
function Difference({ measure }: { measure: Measure }) {
  const isNarrow = useNarrow()
  return (
    <span>
      {signed(measure.difference)}
      {isNarrow && <span className="quiet">{` (${interval(measure)})`}</span>}
    </span>
  )
}

function interval({ low, high }: Measure): string {
  return `${signed(low)} to ${signed(high)}`
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3)
  return text === '0.000' ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** nDCG stays as people write it. */
function capital(text: string): string {
  return /^.[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}
