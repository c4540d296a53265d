import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { DrawnColumn } from './column.ts'

interface TableRowProps {
  row: object
  index: number
  /** From the top of the table, px. */
  top: number
  height: number
  columns: readonly DrawnColumn[]
  href: ((row: object) => string) | undefined
  /** Undefined in a table whose rows can't be chosen. */
  choice?: ReactNode
}

/**
 * While one scrolls, only rows that come into view are drawn. In a table of links they take the place of those that
 * leave it: changing texts costs half the time of making the elements of a row.
 */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, top, height, columns, href, choice } = props
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  useLayoutEffect(() => {
    if (shown.current === index) return
    shown.current = index
    // The focus was on the row that left: on another one, Enter would open what nobody chose.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && element.current?.contains(activeElement)) activeElement.blur()
  }, [index])
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed one by one cannot be table rows
    // biome-ignore lint/a11y/useFocusableInteractive: the link within is what takes the focus
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={href ? 'table-row links' : 'table-row'}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {choice !== undefined && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="cell" className="choose">
          {choice}
        </div>
      )}
      {columns.map(({ id, className, style, cell }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={id} role="cell" className={className} style={style}>
          {place === 0 && href ? (
            <a href={`/dashboard${href(row)}`} className="row-link">
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </div>
      ))}
    </div>
  )
})
