import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface BarColumn<Row> {
  title: string
  value: (row: Row) => ReactNode
  /** Left out where there is little room. */
  isMinor?: boolean
}

interface BarListProps<Row> {
  /** What is listed, for those who hear it. */
  label: string
  /** Above the names. */
  title: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  name: (row: Row) => ReactNode
  /** Decides the length of the bar behind a name, beside those of the other rows. */
  weight: (row: Row) => number
  columns: readonly BarColumn<Row>[]
}

const SHOWN = 8

/** The most of something: names with their figures, and a bar behind each that compares them at a glance. */
export function BarList<Row>({ label, title, rows, rowKey, name, weight, columns }: BarListProps<Row>) {
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...rows.map(weight))
  const shown = isWhole ? rows : rows.slice(0, SHOWN)
  return (
    <>
      <table className="bars" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={rowKey(row)}>
              <td className="bar-name">
                <span className="bar-length" style={{ width: `${(weight(row) / most) * 100}%` }} />
                <span className="bar-text truncate">{name(row)}</span>
              </td>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <Button kind="plain" className="bars-more" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
    </>
  )
}

function classOf({ isMinor }: Pick<BarColumn<never>, 'isMinor'>): string {
  return isMinor ? 'number minor' : 'number'
}
