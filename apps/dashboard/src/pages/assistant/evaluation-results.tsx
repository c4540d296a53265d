import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type EvaluationRun, evaluationRunsQuery } from '../../api/evaluation.ts'
import { plural } from '../../ui/number.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'

/** Waited for only where there are two results that can be compared. */
const RunComparison = lazy(() => import('./comparison/run-comparison.tsx'))

const MeasuredWith = lazy(() => import('./comparison/measured-with.tsx'))

/** How a figure is written, and how much it changed. */
interface Unit {
  value: (value: number) => string
  change: (value: number) => string
}
const HUNDREDTHS: Unit = { value: (value) => value.toFixed(2), change: (value) => value.toFixed(2) }
const PERCENT: Unit = {
  value: (value) => `${Math.round(value * 100)}%`,
  change: (value) => `${Math.round(value * 100)} pts`,
}

/** What `docent eval` measured, and the questions that went wrong the last time. */
export function EvaluationResults({ project }: { project: string }) {
  const query = useQuery(evaluationRunsQuery(project))
  return (
    <QueryView query={query}>
      {(runs) => {
        if (runs.length === 0) return null
        const own = runs.filter(({ collection }) => collection === undefined)
        const collections = runs.filter(({ collection }) => collection !== undefined)
        const comparable = runs.filter(({ isComparable }) => isComparable)
        const wrong = own[0]?.questions.filter(wentWrong) ?? []
        return (
          <>
            {own.length > 0 && (
              <section aria-labelledby="results" className="stack tight">
                <h2 id="results">Results</h2>
                <Table
                  label="Results"
                  columns={own.some(({ claims }) => claims) ? [...RUNS, CLAIMS] : RUNS}
                  rows={withChange(own)}
                  rowKey={({ run }) => run.at}
                />
                <Suspense>
                  <MeasuredWith runs={own} />
                </Suspense>
              </section>
            )}
            {collections.length > 0 && (
              <section aria-labelledby="collections" className="stack tight">
                <h2 id="collections">Test collections</h2>
                <p className="quiet small">Searched instead of the documentation.</p>
                <Table
                  label="Test collections"
                  columns={COLLECTIONS}
                  rows={withChange(collections)}
                  rowKey={({ run }) => run.at}
                />
                <Suspense>
                  <MeasuredWith runs={collections} />
                </Suspense>
              </section>
            )}
            {comparable.length > 1 && (
              <Suspense fallback={<Loading rows={4} />}>
                <RunComparison project={project} runs={comparable} />
              </Suspense>
            )}
            {wrong.length > 0 && (
              <section aria-labelledby="wrong" className="stack tight">
                <h2 id="wrong">What failed in the last run</h2>
                <ul className="lines">
                  {wrong.map((question) => (
                    <li key={question.question}>
                      <p>{question.question}</p>
                      <p className="small">{capital(reasons(question))}</p>
                      {question.expected.length > 0 && (
                        <p className="quiet small">Expected: {question.expected.join(' or ')}</p>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )
      }}
    </QueryView>
  )
}

interface Row {
  run: EvaluationRun
  /** The one before it that searched the same. */
  before: EvaluationRun | undefined
}

function withChange(runs: readonly EvaluationRun[]): Row[] {
  return runs.map((run, index) => ({
    run,
    before: runs.slice(index + 1).find(({ collection }) => collection?.name === run.collection?.name),
  }))
}

const AT: Column<Row> = { id: 'at', title: 'When', width: 96, cell: ({ run }) => <When run={run} /> }
const QUESTIONS: Column<Row> = {
  id: 'questions',
  title: 'Questions',
  width: 96,
  isNumber: true,
  cell: ({ run }) => run.retrieval.questions,
}
const RECALL: Column<Row> = {
  ...figure('recall', 'Recall@5', ({ retrieval }) => retrieval.recallAt5, HUNDREDTHS),
  isKept: true,
}
const NDCG = figure('ndcg', 'nDCG@10', ({ retrieval }) => retrieval.ndcgAt10, HUNDREDTHS)
const MRR = figure('mrr', 'MRR', ({ retrieval }) => retrieval.mrr, HUNDREDTHS)

const COLLECTIONS: readonly Column<Row>[] = [
  AT,
  QUESTIONS,
  {
    id: 'collection',
    title: 'Collection',
    width: '1.6fr',
    cell: ({ run }) => <span className="quiet">{modelOf(run)}</span>,
  },
  RECALL,
  MRR,
  { ...NDCG, isKept: true },
]

const RUNS: readonly Column<Row>[] = [
  AT,
  QUESTIONS,
  {
    id: 'model',
    title: 'Model',
    width: '1.6fr',
    cell: ({ run }) => (
      <span className="quiet" title={run.model}>
        {modelOf(run)}
      </span>
    ),
  },
  RECALL,
  MRR,
  NDCG,
  {
    ...figure(
      'answers',
      'Good answers',
      ({ answers }) => share(answers?.passed.passed, answers?.passed.checked),
      PERCENT,
    ),
    isKept: true,
  },
  figure(
    'names',
    'No invented names',
    ({ grounding }) => {
      const invented = share(grounding?.withInvented, grounding?.answers)
      return invented === undefined ? undefined : 1 - invented
    },
    PERCENT,
  ),
]

/** With its model where that has no column. */
function When({ run }: { run: EvaluationRun }) {
  const isNarrow = useNarrow()
  return (
    <>
      <Time at={run.at} />
      {isNarrow && <span className="quiet">{`, ${modelOf(run)}`}</span>}
    </>
  )
}

/** The name of a test collection. */
function modelOf({ model, collection }: EvaluationRun): string {
  if (collection) return `${collection.name}, ${plural(collection.documents, 'document')}`
  return model ?? 'search alone'
}

/** Where a run of the list has claims checked. */
const CLAIMS = figure(
  'claims',
  'Claims supported',
  ({ claims }) => {
    const unsupported = share(claims?.withUnsupported, claims?.answers)
    return unsupported === undefined ? undefined : 1 - unsupported
  },
  PERCENT,
)

function figure(
  id: string,
  title: string,
  value: (run: EvaluationRun) => number | undefined,
  unit: Unit,
): Column<Row> {
  return {
    id,
    title,
    width: '0.7fr',
    isNumber: true,
    cell: ({ run, before }) => (
      <Figure title={title} now={value(run)} earlier={before && value(before)} unit={unit} />
    ),
  }
}

/** With its title where the table has no head. */
function Figure({
  title,
  now,
  earlier,
  unit,
}: {
  title: string
  now: number | undefined
  earlier: number | undefined
  unit: Unit
}) {
  const isNarrow = useNarrow()
  if (now === undefined) return <span className="quiet">{isNarrow ? '' : '–'}</span>
  const change = earlier === undefined ? 0 : now - earlier
  return (
    <span>
      {isNarrow && `${title} `}
      {unit.value(now)}
      {Math.abs(change) >= 0.005 && (
        <span className="quiet">{` ${change > 0 ? '+' : '−'}${unit.change(Math.abs(change))}`}</span>
      )}
    </span>
  )
}

function reasons({ expected, rank, passed, invented = [] }: EvaluationRun['questions'][number]): string {
  return [
    ...(expected.length > 0 && rank === null ? ['page not found'] : []),
    ...(rank !== null && rank > 5 ? [`page found at rank ${rank}`] : []),
    ...(passed === false ? ['answer failed its check'] : []),
    ...(invented.length > 0 ? [`invented ${invented.join(', ')}`] : []),
  ].join(', ')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function wentWrong(question: EvaluationRun['questions'][number]): boolean {
  return reasons(question) !== ''
}

function share(part: number | undefined, of: number | undefined): number | undefined {
  return part === undefined || of === undefined || of === 0 ? undefined : part / of
}
