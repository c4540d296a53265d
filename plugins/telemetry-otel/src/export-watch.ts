import type { Logger } from '@docent/core/plugin'
import type { ExportResult } from '@opentelemetry/core'
import { ExportResultCode } from '@opentelemetry/core'

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
}

/** While exports fail the log says so again after this long, ms. */
const REMIND_MS = 300_000

/** Says when exports fail, which the SDK keeps to itself. */
export class ExportWatch {
  /** Why the last export failed; undefined when it did not. */
  failure: string | undefined
  #remindAt = 0

  constructor(
    private readonly endpoint: string | undefined,
    private readonly logger: Logger,
  ) {}

  /** The same exporter, watched. */
  exporter<Kind extends Exporter<never>>(exporter: Kind): Kind {
    const send = exporter.export.bind(exporter) as Exporter<unknown>['export']
    exporter.export = (items: unknown, done: (result: ExportResult) => void) =>
      send(items, (result) => {
        if (result.code === ExportResultCode.SUCCESS) this.#succeeded()
        else this.#failed(result.error)
        done(result)
      })
    return exporter
  }

  #failed(error: Error | undefined): void {
    this.failure = `Telemetry cannot be exported to ${this.endpoint}: ${error?.message || 'no reason was given.'}`
    const now = Date.now()
    if (now < this.#remindAt) return
    this.#remindAt = now + REMIND_MS
    this.logger.warn(
      { err: error, endpoint: this.endpoint },
      'telemetry cannot be exported; what is left is dropped',
    )
  }

  #succeeded(): void {
    if (this.failure === undefined) return
    this.failure = undefined
    this.#remindAt = 0
    this.logger.info({ endpoint: this.endpoint }, 'telemetry is exported again')
  }
}
