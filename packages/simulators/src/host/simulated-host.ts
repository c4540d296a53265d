import type { HostReply, HostServer, RecordedRequest } from './host-server.ts'
import type { PlantedFault } from './planted-fault.ts'
import { postWebhook, type WebhookDelivery } from './send-webhook.ts'

/** A running simulated host, whoever its vendor is. */
export class SimulatedHost {
  readonly origin: string
  readonly #name: string
  readonly #server: HostServer<HostReply>
  readonly #close: () => Promise<void>

  constructor(running: {
    origin: string
    /** Begins or ends a sentence: `GitHub`. */
    name: string
    server: HostServer<HostReply>
    close: () => Promise<void>
  }) {
    this.origin = running.origin
    this.#name = running.name
    this.#server = running.server
    this.#close = running.close
  }

  /** Every request so far, oldest first. */
  get requests(): readonly RecordedRequest[] {
    return this.#server.requests
  }

  /** What went against the description of the API, in requests or in replies. */
  get violations(): readonly string[] {
    return this.#server.violations
  }

  assertNoViolations(): void {
    if (this.violations.length === 0) return
    throw new Error(`against the description of ${this.#name}:\n${this.violations.join('\n')}`)
  }

  protected violated(...faults: readonly string[]): void {
    this.#server.violations.push(...faults)
  }

  close(): Promise<void> {
    return this.#close()
  }

  /** The next requests of an operation go wrong; see `PlantedFaults` for the names. */
  fail(operation: string, fault: PlantedFault): void {
    this.#server.faults.plant(operation, fault)
  }

  clearFaults(): void {
    this.#server.faults.clear()
  }

  protected async post(
    url: string,
    delivery: WebhookDelivery,
  ): Promise<{ response: Response; delivery: WebhookDelivery }> {
    return { response: await postWebhook(url, delivery), delivery }
  }
}
