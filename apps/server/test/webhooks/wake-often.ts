import { WebhookWorker } from '@docent/core'
import type { Docent } from '@docent/core/plugin'

/** Lets the work of webhooks begin as soon as it is due, where a server alone looks later. */
export function wakeOften(docent: Docent): Disposable {
  const worker = docent.resolve(WebhookWorker)
  const timer = setInterval(() => worker.wake(), 25)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
