import type { HostReply } from './host-server.ts'

/** What every request of an API has. */
export interface ApiCallFields {
  method: string
  url: URL
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/** One REST request whose fields were judged. */
export class ApiCall {
  readonly method: string
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>

  constructor({ method, url, params, query, body }: ApiCallFields) {
    this.method = method
    this.url = url
    this.params = params
    this.query = query
    this.body = body
  }

  /** The asked page of a list, with the header Link; `x-total` and its like where the vendor sends them. */
  protected pageOf(
    items: readonly unknown[],
    { size, counts = false }: { size: number; counts?: boolean },
  ): HostReply {
    const page = Number(this.query.page ?? 1)
    const last = Math.max(1, Math.ceil(items.length / size))
    const link = (target: number, rel: string): string => {
      const url = new URL(this.url)
      url.searchParams.set('page', String(target))
      return `<${url.href}>; rel="${rel}"`
    }
    const links = [
      ...(page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : []),
      ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ]
    const total = String(items.length)
    const counted = {
      'x-total': total,
      'x-total-count': total,
      'x-page': String(page),
      'x-per-page': String(size),
    }
    const headers = { ...(links.length > 0 ? { link: links.join(', ') } : {}), ...(counts ? counted : {}) }
    return { status: 200, body: items.slice((page - 1) * size, page * size), headers }
  }
}
