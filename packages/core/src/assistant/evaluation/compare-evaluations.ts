import { type RankedCase, retrievalMetrics } from './evaluate.ts'
import { type PairedDifference, pairedBootstrap } from './paired-bootstrap.ts'

/** What a comparison needs of a report: an older one may lack the rest. */
export interface ComparedReport {
  questions: readonly {
    question: string
    expected: readonly string[]
    found: readonly string[]
    answer?:
      | {
          passed: boolean | null
          names?: number
          invented?: readonly string[]
          claims?: { unsupported: { readonly length: number } }
        }
      | undefined
  }[]
}

export interface ComparedMeasure extends PairedDifference {
  measure:
    | 'recall@1'
    | 'recall@5'
    | 'MRR'
    | 'nDCG@10'
    | 'answers passed'
    | 'answers without invented names'
    | 'answers without unsupported claims'
}

type Each = ComparedReport['questions'][number]
type Asked = Pick<Each, 'question' | 'expected'>

const MEASURES: readonly { measure: ComparedMeasure['measure']; value(each: Each): number | undefined }[] = [
  { measure: 'recall@1', value: (each) => ranked(each)?.recallAt1 },
  { measure: 'recall@5', value: (each) => ranked(each)?.recallAt5 },
  { measure: 'MRR', value: (each) => ranked(each)?.mrr },
  { measure: 'nDCG@10', value: (each) => ranked(each)?.ndcgAt10 },
  { measure: 'answers passed', value: ({ answer }) => share(answer?.passed ?? undefined) },
  {
    measure: 'answers without invented names',
    value: ({ answer }) => share(answer?.invented === undefined ? undefined : answer.invented.length === 0),
  },
  {
    measure: 'answers without unsupported claims',
    value: ({ answer }) =>
      share(answer?.claims === undefined ? undefined : answer.claims.unsupported.length === 0),
  },
]

/** How the second evaluation differs from the first, over the questions that both have and expect the same of. */
export function compareEvaluations(before: ComparedReport, after: ComparedReport): ComparedMeasure[] {
  const pairs = commonQuestions(before.questions, after.questions)
  return MEASURES.flatMap(({ measure, value }) => {
    const values = pairs.flatMap(([first, second]) => {
      const [one, other] = [value(first), value(second)]
      return one === undefined || other === undefined ? [] : [[one, other] as const]
    })
    return values.length === 0 ? [] : [{ measure, ...pairedBootstrap(values) }]
  })
}

/** The questions that both have and expect the same of, in the order of the second. */
export function commonQuestions<Question extends Asked>(
  before: readonly Question[],
  after: readonly Question[],
): (readonly [before: Question, after: Question])[] {
  const earlier = new Map(before.map((each) => [each.question, each]))
  return after.flatMap((each) => {
    const same = earlier.get(each.question)
    return same && expectsSame(same, each) ? [[same, each] as const] : []
  })
}

function expectsSame({ expected }: Asked, other: Asked): boolean {
  return expected.length === other.expected.length && expected.every((page) => other.expected.includes(page))
}

function ranked(each: RankedCase): ReturnType<typeof retrievalMetrics> | undefined {
  return each.expected.length === 0 ? undefined : retrievalMetrics([each])
}

function share(isGood: boolean | undefined): number | undefined {
  return isGood === undefined ? undefined : Number(isGood)
}
