import { TriangleAlert } from 'lucide-react'
import { Markdown } from '../../ui/markdown.tsx'
import { plural } from '../../ui/number.ts'
import type { RunOutcome } from './timeline.ts'

type Names = NonNullable<RunOutcome['unconfirmed']>

/** What was recorded of a run, its names without a proof, and the words of the agent, apart from each other. */
export function JobOutcome({
  outcome: { summary, unconfirmed = [], agentMessage },
}: {
  outcome: RunOutcome
}) {
  // The timeline has the pull request, and the names follow as a list.
  const facts = summary.split('\n').filter((line) => !/^(?:Pull request|Not confirmed): /.test(line))
  return (
    <div className="stack tight outcome">
      <Markdown text={facts.join('\n\n')} />
      {unconfirmed.length > 0 && <NotConfirmed names={unconfirmed} />}
      {agentMessage !== '' && (
        <div>
          <p className="small quiet">The agent's own words:</p>
          <Markdown text={agentMessage} />
        </div>
      )}
    </div>
  )
}

function NotConfirmed({ names }: { names: Names }) {
  return (
    <section className="not-confirmed" aria-label="Not confirmed">
      <p>
        <TriangleAlert size={14} className="warning" aria-hidden /> <strong>Not confirmed:</strong>{' '}
        {plural(names.length, 'name')} {names.length === 1 ? 'occurs' : 'occur'} neither in the repository nor
        in what was asked.
      </p>
      <ul>
        {names.map(({ text, kind, file, line, nearest, with: option }) => (
          <li key={`${kind} ${text} ${option ?? ''}`}>
            <code>{text}</code>
            {option !== undefined && (
              <>
                {' '}
                of <code>{option}</code>
              </>
            )}{' '}
            <span className="quiet">
              in {file}, line {line}
            </span>
            {nearest !== undefined && (
              <>
                {'; the nearest that exists is '}
                <code>{nearest}</code>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
