import { useQuery } from '@tanstack/react-query'
import { type LimitUse, limitsQuery, type SpendUse } from '../../../api/organization/limits.ts'
import { useOrganization } from '../../../shell/use-organization.ts'
import { Meter } from '../../../ui/meter.tsx'
import { count, money } from '../../../ui/number.ts'
import { QueryView } from '../../../ui/query-view.tsx'
import { Note } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'

const OPERATIONS = {
  assistant: 'Answers',
  search: 'Searches',
  page: 'Pages read',
  feedback: 'Feedback',
  agent: 'Jobs',
} as const
/** If there are more unused limits than this, the list folds them. */
const MOST_UNUSED = 4

const SCOPES = { organization: 'all projects', project: 'project', key: 'key' } as const

interface Row {
  id: string
  title: string
  whose: string
  used: number
  max: number
  show: (value: number) => string
  resetsAt: string
}

/** How near each limit and cap is. */
export function LimitsInUse() {
  const query = useQuery(limitsQuery(useOrganization()))
  return (
    <QueryView query={query}>
      {({ limits, spend, problem }) => (
        <>
          {problem !== null && <Note kind="attention">{problem}</Note>}
          <Uses title="In use now" rows={limits.map(rowOfLimit)} empty="There are no limits." />
          <Uses
            title="Spend caps"
            rows={(spend ?? []).map(rowOfSpend)}
            empty={
              spend === null
                ? 'Docent cannot read the amounts right now.'
                : 'No project or key has a cap. Set one in the project settings, or for a key on the API keys page.'
            }
          />
        </>
      )}
    </QueryView>
  )
}

function Uses({ title, rows, empty }: { title: string; rows: readonly Row[]; empty: string }) {
  const nearest = rows.toSorted((one, other) => partOf(other) - partOf(one))
  const used = nearest.filter((row) => partOf(row) > 0)
  const unused = nearest.slice(used.length)
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="inside uses">
        {rows.length === 0 && <p className="quiet">{empty}</p>}
        {used.length > 0 && <Rows rows={used} />}
        {unused.length > 0 && unused.length <= MOST_UNUSED && <Rows rows={unused} />}
        {unused.length > MOST_UNUSED && (
          <details>
            <summary>{unused.length} unused limits</summary>
            <Rows rows={unused} />
          </details>
        )}
      </div>
    </section>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <span className="use-title">
            {row.title} <span className="quiet">· {row.whose}</span>
          </span>
          <Meter
            value={partOf(row)}
            isNear={partOf(row) >= 0.8}
            label={`${row.title}, ${row.whose}: ${row.show(row.used)} of ${row.show(row.max)}`}
          />
          <span className="number">
            {row.show(row.used)} of {row.show(row.max)}
          </span>
          <span className="quiet small number">
            resets <Time at={row.resetsAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function partOf({ used, max }: Row): number {
  return max === 0 ? 1 : used / max
}

function rowOfLimit({ scope, id, name, operation, window, used, max, resetsAt }: LimitUse): Row {
  return {
    id: `${scope} ${id} ${operation}`,
    title: `${OPERATIONS[operation]} ${window === 'month' ? 'this month' : 'this hour'}`,
    whose: whoseIs(scope, name),
    used,
    max,
    show: count,
    resetsAt,
  }
}

function rowOfSpend({ scope, id, name, usedUsd, maxUsd, resetsAt }: SpendUse): Row {
  return {
    id: `${scope} ${id}`,
    title: 'Spent this month',
    whose: whoseIs(scope, name),
    used: usedUsd,
    max: maxUsd,
    show: money,
    resetsAt,
  }
}

function whoseIs(scope: LimitUse['scope'], name: string): string {
  return scope === 'organization' ? SCOPES[scope] : `${SCOPES[scope]} ${name}`
}
