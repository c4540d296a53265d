import type { EvaluationRun } from '../../../api/evaluation.ts'
import { Time } from '../../../ui/time.tsx'
import { settingsText } from './setting-texts.ts'

/** With what each was measured, where that was kept. */
export default function MeasuredWith({ runs }: { runs: readonly EvaluationRun[] }) {
  const kept = runs.flatMap(({ at, settings }) => (settings ? [{ at, settings }] : []))
  if (kept.length === 0) return null
  return (
    <details className="changed">
      <summary>Settings of each result</summary>
      <ul className="lines">
        {kept.map(({ at, settings }) => (
          <li key={at} className="small">
            <Time at={at} />
            {`: ${settingsText(settings)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
