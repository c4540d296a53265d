import type { Logger } from '@docent/core'

/** Says once that a proxy is in front while none is configured: every client then counts as that proxy. */
export class ForwardedWarning {
  #said = false

  constructor(private readonly logger: Logger) {}

  say(): void {
    if (this.#said) return
    this.#said = true
    this.logger.warn(
      {},
      'A request carries X-Forwarded-For but http.trustedProxies is 0: the header is ignored. Behind a proxy, set it to the number of proxies, or IP limits count the proxy itself.',
    )
  }
}
