import { type ApiRequest, Transport } from '@docent/client'
import { problemOf } from './problem.ts'

let csrfToken: string | null = null

/** Of the session that the page has; sent with every change. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token
}

/** What every request of a change carries, also one that is not made here. */
export function changeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'X-CSRF-Token': csrfToken }
}

/** TanStack Query tries reads again: it knows which of them a page still shows. */
const transport = new Transport({ maxRetries: 0, headers: { accept: 'application/json' } })

export interface RequestOptions extends Pick<ApiRequest, 'body' | 'timeoutMs'> {
  method?: ApiRequest['method']
  query?: Readonly<Record<string, string | number | boolean | undefined | null>>
  signal?: AbortSignal | undefined
}

/** Asks the server for JSON, with the session's cookie. @throws Problem for every failure. */
export async function request<Result>(path: string, options: RequestOptions = {}): Promise<Result> {
  const { method = 'GET', query, signal, ...rest } = options
  try {
    return await transport.json<Result>({
      ...rest,
      method,
      path: addressOf(path, query),
      headers: method === 'GET' ? {} : changeHeaders(),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    throw problemOf(error)
  }
}

function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
