import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RowLink } from './row-link.tsx'
import { useNarrow } from './use-narrow.ts'

export interface Column<Row> {
  id: string
  title: string
  /** A track of the grid, such as `120px` or `minmax(0, 1fr)`. */
  width: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** On a narrow screen a row is its first column and, below it, what is marked so. */
  isKept?: boolean
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Where a row leads; its first cell is the link then. */
  href?: (row: Row) => string
  /** Called when the end comes into view. */
  onEnd?: (() => void) | undefined
  isLoadingMore?: boolean
}

const ROW = 41
const NARROW_ROW = 65
/** Its second line holds buttons, which are 44 px high on touch screens. */
const NARROW_ROW_OF_BUTTONS = 84
/** Rows that are drawn above and below those in view. */
const OVERSCAN = 8

/** A table that draws only the rows in view, however many there are. `j` and `k` go from row to row. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, href, onEnd, isLoadingMore = false } = props
  const isNarrow = useNarrow()
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  // What stands above may come later and move the rows: the page grows with it. Read after each drawing, the offset would
  // make the browser lay out the page an additional time in every frame of scrolling.
  useEffect(() => {
    const measure = () => setMargin(body.current?.offsetTop ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const hasButtons = columns.some(({ title }) => title === '')
  const height = !isNarrow ? ROW : hasButtons ? NARROW_ROW_OF_BUTTONS : NARROW_ROW
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: margin,
    getItemKey: (index) => rowKey(rows[index] as Row),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change their height with the width of the screen
  useEffect(() => virtual.measure(), [height])
  const items = virtual.getVirtualItems()
  const places = useRef(0)
  places.current = Math.max(places.current, items.length)
  const last = items.at(-1)?.index ?? -1
  const isAtEnd = last >= rows.length - 8
  useEffect(() => {
    if (isAtEnd && !isLoadingMore) onEnd?.()
  }, [isAtEnd, isLoadingMore, onEnd])

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed one by one cannot be table rows
    <div
      className={isNarrow ? 'table narrow' : 'table'}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={(event) => moveByKey(event, (index) => virtual.scrollToIndex(index))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={isNarrow ? 'hidden' : undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a row of headings does nothing */}
        <div
          className="table-head"
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: tracksOf(columns) }}
        >
          {columns.map(({ id, title, isNumber }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div key={id} role="columnheader" className={isNumber ? 'number' : undefined}>
              {title === '' ? <span className="hidden">Actions</span> : title}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" ref={body} className="table-body" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index] as Row
          return (
            <TableRow
              key={href ? item.index % places.current : item.key}
              row={row as object}
              index={item.index}
              top={item.start - margin}
              height={height}
              isNarrow={isNarrow}
              columns={columns as readonly Column<object>[]}
              href={href as ((row: object) => string) | undefined}
            />
          )
        })}
      </div>
      {isLoadingMore && (
        <p className="table-more quiet small" role="status">
          Loading more
        </p>
      )}
    </div>
  )
}

interface TableRowProps {
  row: object
  index: number
  /** From the top of the table, px. */
  top: number
  height: number
  isNarrow: boolean
  columns: readonly Column<object>[]
  href: ((row: object) => string) | undefined
}

/**
 * While one scrolls, only rows that come into view are drawn. In a table of links they take the place of those that
 * leave it: changing texts costs half the time of making the elements of a row.
 */
const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, top, height, isNarrow, columns, href } = props
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
      style={{
        ...(isNarrow ? {} : { gridTemplateColumns: tracksOf(columns) }),
        height,
        transform: `translateY(${top}px)`,
      }}
    >
      {columns.map((column, place) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div key={column.id} role="cell" className={cellClass(column, place, isNarrow)}>
          {place === 0 && href ? <RowLink href={href(row)}>{column.cell(row)}</RowLink> : column.cell(row)}
        </div>
      ))}
    </div>
  )
})

function tracksOf(columns: readonly { width: string }[]): string {
  return columns.map(({ width }) => width).join(' ')
}

function cellClass<Row>(column: Column<Row>, index: number, isNarrow: boolean): string {
  const isGone = isNarrow && index > 0 && !column.isKept
  return [
    'cell',
    column.isNumber && !isNarrow ? 'number' : '',
    index === 0 ? 'first' : '',
    isGone ? 'gone' : '',
  ]
    .filter((name) => name !== '')
    .join(' ')
}

/** As in mail programs; a row that is not drawn yet is brought into view first. */
function moveByKey(event: KeyboardEvent<HTMLDivElement>, reveal: (index: number) => void): void {
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
  if (step === 0 || event.metaKey || event.ctrlKey || event.altKey) return
  const table = event.currentTarget
  const current = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
  const index = current === null ? 0 : Number(current.dataset.index) + step
  if (index < 0) return
  event.preventDefault()
  const focus = () => table.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus()
  if (table.querySelector(`[data-index="${index}"]`) === null) {
    reveal(index)
    requestAnimationFrame(focus)
  } else focus()
}
