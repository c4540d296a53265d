import type { Day } from '../../api/reports.ts'

const WIDTH = 720
const HEIGHT = 140
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Answers of each day as a bar, the unanswered ones as its darker foot. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ answers }) => answers))
  const step = WIDTH / Math.max(1, days.length)
  const width = Math.max(1, step - Math.min(4, step / 4))
  const total = days.reduce((sum, { answers }) => sum + answers, 0)
  const missed = days.reduce((sum, { unanswered }) => sum + unanswered, 0)
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <figure className="day-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} answers from ${first} to ${last}, ${missed} of them unanswered; ${most} at most on a day`}
      >
        {days.map(({ day, answers, unanswered }, index) => (
          <g key={day}>
            <title>{`${day}: ${answers} answers, ${unanswered} unanswered`}</title>
            <rect
              className="bar"
              x={index * step}
              y={HEIGHT - (answers / most) * HEIGHT}
              width={width}
              height={(answers / most) * HEIGHT}
            />
            <rect
              className="bar missed"
              x={index * step}
              y={HEIGHT - (unanswered / most) * HEIGHT}
              width={width}
              height={(unanswered / most) * HEIGHT}
            />
          </g>
        ))}
      </svg>
      <figcaption className="small quiet">
        <span>{shortDay(first)}</span>
        <span className="row keys">
          <span className="key" aria-hidden /> answered <span className="key missed" aria-hidden /> unanswered
        </span>
        <span>{shortDay(last)}</span>
      </figcaption>
    </figure>
  )
}

/** "Oct 25". */
function shortDay(day: string): string {
  return day === '' ? '' : short.format(Date.parse(day))
}
