import type { IndexProblems } from '../../api/projects.ts'
import { count } from '../../ui/number.ts'
import { Note } from '../../ui/states.tsx'

const KINDS = { error: 'danger', warning: 'attention', note: 'info' } as const

/** What the index lost, by kind: what to do, and the first files. */
export function IndexLosses({ problems }: { problems: readonly IndexProblems[] }) {
  return problems.map(({ kind, severity, count: total, title, advice, examples }) => (
    <Note key={kind} kind={KINDS[severity]}>
      <p>
        {title}. {advice}
      </p>
      <details className="small">
        <summary>Where</summary>
        <ul>
          {examples.map(({ file, line, message }) => (
            <li key={`${file}:${line}:${message}`}>
              <code>{line > 0 ? `${file}:${line}` : file}</code> {message}
            </li>
          ))}
          {total > examples.length && <li className="quiet">and {count(total - examples.length)} more</li>}
        </ul>
      </details>
    </Note>
  ))
}
