import type { IncomingMessage } from 'node:http'
import type { Logger } from '@docent/core/plugin'

/** Says once that a proxy is in front while none is configured: every client then counts as that proxy. */
export class ForwardedWarning {
  #said = false

  constructor(
    private readonly logger: Logger,
    private readonly trustedProxies: number,
  ) {}

  look(req: Pick<IncomingMessage, 'headers'>): void {
    if (this.#said || this.trustedProxies > 0 || req.headers['x-forwarded-for'] === undefined) return
    this.#said = true
    this.logger.warn(
      {},
      'A request carries X-Forwarded-For but http.trustedProxies is 0, so Docent ignores the header. If the server is behind a proxy, set it to the number of proxies. Otherwise, IP limits count the proxy itself.',
    )
  }
}
