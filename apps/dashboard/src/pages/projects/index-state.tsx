import type { IndexStatus } from '../../api/projects.ts'
import { Badge, LOOKS } from '../../ui/badge.tsx'
import { Meter } from '../../ui/meter.tsx'
import { plural } from '../../ui/number.ts'
import { duration } from '../../ui/time.tsx'

export function IndexBadge({ index }: { index: IndexStatus }) {
  const isIncomplete = index.state === 'done' && index.problems.some(({ severity }) => severity !== 'note')
  return <Badge look={LOOKS[isIncomplete ? 'incomplete' : index.state]} />
}

/** How far indexing is, with the time that is left. */
export function IndexProgress({ index }: { index: IndexStatus }) {
  if (index.state !== 'indexing') return null
  const { pagesDone, pagesTotal, expectedEnd } = index
  const left = expectedEnd === null ? undefined : Date.parse(expectedEnd) - Date.now()
  return (
    <div className="stack tight">
      <Meter value={pagesTotal === 0 ? 0 : pagesDone / pagesTotal} label="Indexing" />
      <p className="small quiet">
        {pagesTotal === 0 ? 'Reading the list of files' : `${pagesDone} of ${plural(pagesTotal, 'file')}`}
        {left !== undefined && left > 1_000 && `, about ${duration(left)} left`}
      </p>
    </div>
  )
}
