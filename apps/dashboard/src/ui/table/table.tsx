import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useNarrow } from '../use-narrow.ts'
import { ChoiceBox } from './choice-box.tsx'
import { type Column, drawnColumns, isOfActions, widthOf } from './column.ts'
import { TableRow } from './table-row.tsx'
import { useDrawnRows } from './use-drawn-rows.ts'
import { useFollowRow } from './use-follow-row.ts'

export type { Column } from './column.ts'

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
  /** The first cell is a sentence, which may take two lines on a narrow screen. */
  hasSentences?: boolean
  /** The keys of the rows that are chosen, to do something with all of them. */
  chosen?: ReadonlySet<string> | undefined
  onChoose?: (chosen: ReadonlySet<string>) => void
  /** What a row is called beside its box. */
  nameOf?: (row: Row) => string
}

const ROW = 41
const NARROW_ROW = 65
/** Its second line holds buttons, which are 44 px high on touch screens; or it has three lines. */
const HIGH_NARROW_ROW = 84

/** A table that draws only the rows in view, however many there are. `j` and `k` go from row to row. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, href, onEnd } = props
  const { isLoadingMore = false, hasSentences = false, chosen, onChoose, nameOf } = props
  const isNarrow = useNarrow()
  const body = useRef<HTMLDivElement>(null)
  const follow = useFollowRow()
  const isHigh = hasSentences || columns.some(isOfActions)
  const rowHeight = !isNarrow ? ROW : isHigh ? HIGH_NARROW_ROW : NARROW_ROW
  const drawn = useDrawnRows(rows.length, rowHeight, body)
  const cells = useMemo(() => drawnColumns(columns, isNarrow), [columns, isNarrow])
  const last = drawn.rows.at(-1)?.index ?? -1
  const isAtEnd = last >= rows.length - 8
  useEffect(() => {
    if (isAtEnd && !isLoadingMore) onEnd?.()
  }, [isAtEnd, isLoadingMore, onEnd])

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed one by one cannot be table rows
    <div
      className={`table${isNarrow ? ' narrow' : ''}${hasSentences ? ' sentences' : ''}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={(event) => moveByKey(event, drawn.reveal)}
      onClick={href && follow}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={isNarrow ? 'hidden' : undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a row of headings does nothing */}
        <div className="table-head" role="row" aria-rowindex={1}>
          {chosen && (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div role="columnheader" className="choose">
              <ChoiceBox
                label="Choose all that are shown"
                isOn={rows.length > 0 && chosen.size >= rows.length}
                onChange={(on) => onChoose?.(new Set(on ? rows.map(rowKey) : []))}
              />
            </div>
          )}
          {columns.map(({ id, title, width, isNumber }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={id}
              role="columnheader"
              className={isNumber ? 'number' : undefined}
              style={widthOf({ width })}
            >
              {title === '' ? <span className="hidden">Actions</span> : title}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" ref={body} className="table-body" style={{ height: drawn.height }}>
        {drawn.rows.map(({ index, place, top }) => {
          const row = rows[index] as Row
          return (
            <TableRow
              key={href ? place : rowKey(row)}
              row={row as object}
              index={index}
              top={top}
              height={rowHeight}
              columns={cells}
              href={href as ((row: object) => string) | undefined}
              choice={
                chosen && (
                  <ChoiceBox
                    label={`Choose ${nameOf?.(row) ?? rowKey(row)}`}
                    isOn={chosen.has(rowKey(row))}
                    onChange={(on) => onChoose?.(toggled(chosen, rowKey(row), on))}
                  />
                )
              }
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

function toggled(chosen: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(chosen)
  if (on) next.add(key)
  else next.delete(key)
  return next
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
