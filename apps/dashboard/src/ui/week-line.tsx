interface WeekLineProps {
  /** One a day, the oldest first. */
  values: readonly number[]
  /** What a screen reader says of it. */
  label: string
}

const WIDTH = 120
const HEIGHT = 28

/** A week as one line; without numbers, because the number stands beside it. */
export function WeekLine({ values, label }: WeekLineProps) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, index) => [index * step, HEIGHT - 2 - (value / most) * (HEIGHT - 4)])
  const line = points.map(([x, y]) => `${x?.toFixed(1)},${y?.toFixed(1)}`).join(' ')
  return (
    <svg
      className={values.some((value) => value > 0) ? 'week-line' : 'week-line none'}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon className="area" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline className="line" points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
