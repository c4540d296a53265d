import { AppLink } from '../../ui/app-link.tsx'
import { WeekLine } from '../../ui/week-line.tsx'

interface FigureProps {
  title: string
  value: string
  /** What belongs to the number, such as a part of it. */
  more?: string
  /** The same of the seven days before. */
  before: string
  href: string
  /** One a day. */
  values: readonly number[]
}

/** A number of the last seven days with its line. */
export function Figure({ title, value, more, before, href, values }: FigureProps) {
  return (
    <AppLink href={href} className="card figure">
      <span className="figure-title">{title}</span>
      <span className="figure-value">
        {value}
        {more !== undefined && <span className="quiet small">{more}</span>}
      </span>
      <WeekLine values={values} label={`${title} of the last seven days: ${values.map(round).join(', ')}`} />
      <span className="quiet small">{before} in the week before</span>
    </AppLink>
  )
}

function round(value: number): string {
  return String(Math.round(value * 1_000) / 1_000)
}
