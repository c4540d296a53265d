/** One server-sent event of a job's event stream. */
export interface SseEvent {
  /** What a client that reconnects sends back as `Last-Event-ID`. */
  readonly id?: string
  /** The event's name; `message` when absent. */
  readonly event?: string
  /** Any text. The format has one kind of line break: `\r\n` and `\r` reach the client as `\n`. */
  readonly data: string
}

/** What to write while nothing else is, so that proxies do not close the connection. */
export const SSE_KEEP_ALIVE = ': ping\n\n'

/**
 * Writes one event, ending with its empty line. Line breaks and NUL are taken out of `id` and `event`, so that
 * no value can start a field of its own.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function encodeSseEvent(event: SseEvent): string {
  const id = event.id === undefined ? '' : `id: ${oneLine(event.id)}\n`
  const name = event.event === undefined ? '' : `event: ${oneLine(event.event)}\n`
  return `${id}${name}data: ${event.data.replaceAll(LINE_BREAK, '\ndata: ')}\n\n`
}

/** Tells the client how long to wait before it connects again, in milliseconds. */
export function encodeSseRetry(milliseconds: number): string {
  return `retry: ${Math.max(0, Math.round(milliseconds))}\n\n`
}

const LINE_BREAK = /\r\n|\r|\n/g

function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]/g, '')
}
