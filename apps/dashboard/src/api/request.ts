import { Problem, readProblem } from './problem.ts'

let csrfToken: string | null = null

/** Of the session that the page has; sent with every change. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token
}

/** What every request of a change carries, also one that is not made here. */
export function changeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken }
}

const TIMEOUT_MS = 30_000

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  query?: Readonly<Record<string, string | number | boolean | undefined | null>>
  signal?: AbortSignal | undefined
  /** Of slow operations, such as reading a repository; default 30 s. */
  timeoutMs?: number
}

/** Asks the server for JSON, with the session's cookie. @throws Problem for every failure. */
export async function request<Result>(path: string, options: RequestOptions = {}): Promise<Result> {
  const reply = await send(path, options)
  if (!reply.ok) throw await readProblem(reply)
  if (reply.status === 204) return undefined as Result
  return (await reply.json()) as Result
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const { method = 'GET', body, signal, timeoutMs = TIMEOUT_MS } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(addressOf(path, options.query), {
      method,
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' ? {} : changeHeaders()),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    signal?.throwIfAborted()
    const message = timeout.aborted
      ? `The server did not answer within ${Math.round(timeoutMs / 1000)} s. Try again.`
      : 'The server cannot be reached. Check that it runs, then try again.'
    throw new Problem(message, 0, 'unreachable', undefined, [])
  }
}

function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
