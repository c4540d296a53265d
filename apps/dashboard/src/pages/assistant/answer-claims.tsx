import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../shell/use-project.ts'
import { ClaimsView } from '../../ui/claims-view.tsx'
import { Loading, Note } from '../../ui/states.tsx'
import { answerQuery, awaitsClaims, type CompleteAnswer } from './answer-query.ts'

const AGAIN_MS = 2_000

/** The sentences of the newest answer, asked for until they are checked: the check begins when the answer is there. */
export function AnswerClaims({ answer }: { answer: CompleteAnswer | undefined }) {
  if (answer === undefined)
    return <p className="quiet">The sentences are checked when the answer is complete.</p>
  return <CompleteClaims answer={answer} />
}

function CompleteClaims({ answer }: { answer: CompleteAnswer }) {
  const {
    data: turn,
    dataUpdatedAt,
    error,
  } = useQuery({
    ...answerQuery(useProject().id, answer),
    refetchInterval: ({ state }) =>
      state.error === null && awaitsClaims(state.data, state.dataUpdatedAt, answer) ? AGAIN_MS : false,
  })
  if (error) return <Note kind="danger">{error.message}</Note>
  if (turn === undefined) return <Loading rows={3} label="Reading the claims" />
  if (turn?.claims) return <ClaimsView claims={turn.claims} answer={turn.answer} />
  if (awaitsClaims(turn, dataUpdatedAt, answer))
    return (
      <p className="quiet row" role="status">
        <span className="spinner" aria-hidden /> Checking the sentences of this answer
      </p>
    )
  if (turn?.outcome !== 'answered')
    return (
      <p className="quiet">
        There is nothing to check, because the documentation did not answer the question.
      </p>
    )
  return (
    <p>
      <strong>The sentences could not be checked.</strong>{' '}
      <span className="quiet">
        The checker failed, or no sentence of the answer is based on a passage. For the reason, see the server
        log.
      </span>
    </p>
  )
}
