import type { OutputEvent, OutputSink } from '@docent/core/plugin'
import type { ProgressDisplay } from './progress-display.ts'
import { style, styleCell } from './style.ts'

export interface TerminalOptions {
  /** Programs read the output: nothing but the result is shown, and what failed. */
  quiet: boolean
  /** Absent for commands that never wait long: its library is not loaded for them. */
  display?: ProgressDisplay
}

/** Shows what a command says to the person, or the program, that started it. */
export function terminal({ quiet, display }: TerminalOptions): OutputSink {
  return (event) => {
    if (event.type === 'progress') {
      if (event.progress === null) display?.end()
      else if (!quiet) display?.show(event.progress)
      return
    }
    display?.clear()
    show(event)
  }
}

function show(event: Exclude<OutputEvent, { type: 'progress' }>): void {
  switch (event.type) {
    case 'text':
      process.stdout.write(event.text)
      return
    case 'line':
      console.log(event.text)
      return
    case 'warning':
      console.error(`${style('yellow', 'Warning:', process.stderr)} ${event.text}`)
      return
    case 'error':
      console.error(event.text)
      return
    case 'json-line':
      console.log(JSON.stringify(event.value))
      return
    case 'table':
      showTable(event.header, event.rows)
  }
}

/** One JSON value on standard output. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

function showTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const padded = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  console.log(style('bold', padded(header).join('  ').trimEnd()))
  for (const row of rows) console.log(padded(row).map(styleCell).join('  ').trimEnd())
}
