import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/**
 * Text in colour where the stream is a terminal; plain where it is piped. `NO_COLOR` turns colours off and
 * `FORCE_COLOR` turns them on, see https://no-color.org and https://force-color.org.
 */
export function style(format: Format, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream, validateStream: true })
}

/** States that a table shows in colour, each beside its word. */
const STATES: Readonly<Record<string, Format>> = {
  active: 'cyan',
  completed: 'green',
  delivered: 'green',
  pending: 'yellow',
  failed: 'red',
  dead: 'red',
}

/** A cell of a table; `text` may end in spaces. */
export function styleCell(text: string): string {
  const format = STATES[text.trimEnd()]
  return format === undefined ? text : style(format, text)
}
