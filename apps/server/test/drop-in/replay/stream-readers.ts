/** The ways in which clients without an SDK read the streams of answers. */

type Event = Readonly<Record<string, unknown>>

/** Text of the `0:` lines of a data stream, each a JSON string; other lines are passed over. */
export function textOfDataStream(text: string): string {
  return linesOf(text, '0:')
    .map((line) => JSON.parse(line) as string)
    .join('')
}

/** The same by a pattern, which takes the quotes away and puts them back. */
export function textByPattern(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('0:"'))
    .map((line) => JSON.parse(`"${/^0:"(.*)"/.exec(line)?.[1] ?? ''}"`) as string)
    .join('')
}

/** Results of searches, from the `a:` lines of a data stream. */
export function searchesOfDataStream(text: string): unknown[] {
  return linesOf(text, 'a:').map((line) => JSON.parse(line) as unknown)
}

/** The events of a UI message stream, up to `[DONE]`. */
export function eventsOf(text: string): Event[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((payload) => payload !== '' && payload !== '[DONE]')
    .map((payload) => JSON.parse(payload) as Event)
}

/** Text, sources and thread of a UI message stream. */
export function answerOf(text: string): Event {
  const events = eventsOf(text)
  const of = (type: string) => events.filter((event) => event.type === type)
  return {
    text: of('text-delta')
      .map(({ delta }) => delta)
      .join(''),
    sources: of('source-url').map(({ sourceId, url, title }) => ({ sourceId, url, title })),
    threadId: of('finish')[0]?.threadId ?? null,
    errors: of('error').length,
  }
}

/** The message of a JSON-RPC reply, whether it comes as JSON or as an event. */
export function rpcOf(text: string): unknown {
  const events = text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .map((event) => linesOf(event, 'data:').join('\n'))
    .filter(Boolean)
  return JSON.parse(events[0] ?? text)
}

function linesOf(text: string, prefix: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length))
}
