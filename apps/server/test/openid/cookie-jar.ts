/** A browser without pages: keeps cookies by host and port, follows nothing by itself. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>()

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url)
    const mine = this.#cookies.get(host) ?? new Map<string, string>()
    const cookie = [...mine].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const reply = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) mine.delete(name)
      else mine.set(name, pair.slice(name.length + 1))
    }
    this.#cookies.set(host, mine)
    return reply
  }

  /** The value of a cookie that a page of this address gets. */
  get(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name)
  }

  set(url: string, name: string, value: string): void {
    const { host } = new URL(url)
    this.#cookies.set(host, (this.#cookies.get(host) ?? new Map()).set(name, value))
  }
}
