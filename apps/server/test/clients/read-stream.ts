/** A stream as a reader without any SDK takes it apart. */
export interface PlainReader extends AsyncDisposable {
  readonly reply: Response
  /** Lines as they come, without the empty ones. */
  readonly lines: AsyncIterable<string>
}

/** Posts JSON and reads the reply line by line. */
export async function post(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<PlainReader> {
  const abort = new AbortController()
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: abort.signal,
  })
  return {
    reply,
    lines: linesOf(reply),
    [Symbol.asyncDispose]: async () => abort.abort(),
  }
}

async function* linesOf(reply: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of reply.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') throw new Error(`The stream ended within a line: ${rest}`)
}

/** One event of either protocol: `type` of the UI message stream, `code` of the data stream. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
export type PlainEvent = any

/** The events of a UI message stream, up to its `[DONE]`. */
export async function* uiMessageEvents(lines: AsyncIterable<string>): AsyncGenerator<PlainEvent> {
  for await (const line of lines) {
    if (line === 'data: [DONE]') return
    if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length))
    else if (!line.startsWith(':')) throw new Error(`Not an event: ${line}`)
  }
  throw new Error('The stream ended without [DONE].')
}

/** The parts of a data stream. */
export async function* dataStreamEvents(lines: AsyncIterable<string>): AsyncGenerator<PlainEvent> {
  for await (const line of lines) {
    const colon = line.indexOf(':')
    yield { code: line.slice(0, colon), value: JSON.parse(line.slice(colon + 1)) }
  }
}

export async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}
