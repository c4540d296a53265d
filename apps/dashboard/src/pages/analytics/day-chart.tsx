import { type PointerEvent, useState } from 'react'
import type { Day } from '../../api/reports.ts'
import { count, plural } from '../../ui/number.ts'

const WIDTH = 720
const HEIGHT = 160
/** Days that are named below the chart, at most. */
const NAMED = 5
const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Answers of each day as a bar, the unanswered ones as its foot. Whoever points at a day reads its numbers. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const [pointed, setPointed] = useState<number>()
  const most = Math.max(1, ...days.map(({ answers }) => answers))
  const top = roundUp(most)
  const step = WIDTH / Math.max(1, days.length)
  const width = Math.max(1, step - Math.min(4, step / 4))
  const total = days.reduce((sum, { answers }) => sum + answers, 0)
  const missed = days.reduce((sum, { unanswered }) => sum + unanswered, 0)
  const height = (value: number) => (value / top) * HEIGHT
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: whole } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / whole) * days.length))))
  }
  const day = pointed === undefined ? undefined : days[pointed]
  return (
    <figure className="day-chart">
      <div className="day-scale quiet" aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{count(value)}</span>
        ))}
      </div>
      <div className="day-bars" onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total} answers from ${days[0]?.day} to ${days.at(-1)?.day}, ${missed} of them unanswered; ${most} at most on a day`}
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              className="grid"
              x1={0}
              x2={WIDTH}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day: key, answers, unanswered }, index) => (
            <g key={key} className={index === pointed ? 'pointed' : ''}>
              <rect
                className="bar"
                x={index * step}
                y={HEIGHT - height(answers)}
                width={width}
                height={height(answers)}
              />
              <rect
                className="bar missed"
                x={index * step}
                y={HEIGHT - height(unanswered)}
                width={width}
                height={height(unanswered)}
              />
            </g>
          ))}
        </svg>
        {day && pointed !== undefined && (
          <div
            className={`day-tip small${pointed < days.length / 2 ? '' : ' left'}`}
            style={{ insetInlineStart: `${((pointed + 0.5) / days.length) * 100}%` }}
            aria-hidden
          >
            <strong>{long.format(Date.parse(day.day))}</strong>
            <br />
            {plural(day.answers, 'answer')}
            <br />
            {count(day.unanswered)} unanswered
          </div>
        )}
      </div>
      <figcaption className="quiet">
        {namedDays(days).map((key) => (
          <span key={key}>{short.format(Date.parse(key))}</span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Evenly spaced, with the first and the last. */
function namedDays(days: readonly Day[]): string[] {
  const named = Math.min(NAMED, days.length)
  return Array.from(
    { length: named },
    (_, index) => days[Math.round((index * (days.length - 1)) / Math.max(1, named - 1))]?.day ?? '',
  )
}

/** The next of 2, 4, 6, 8, 10, 20, 40 …: its half is a number that people read at a glance, too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [2, 4, 6, 8].map((step) => step * power).find((step) => step >= value) ?? 10 * power
}
