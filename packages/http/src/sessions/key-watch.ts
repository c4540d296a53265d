import { hasLeft, isReader } from '@docent/core'
import {
  type Accounts,
  type Clock,
  DocentError,
  type KeyRecord,
  type KeyStore,
  type Logger,
} from '@docent/core/plugin'

/** How often the keys of open streams are looked at, ms: a stream ends within 5 seconds of the end of its key. */
const EVERY_MS = 2_000

interface WatchedKey {
  readonly record: KeyRecord
  readonly streams: Set<AbortController>
}

/** Ends the streams of keys that were revoked or have expired. It asks the store once for each key, not once for each stream. */
export class KeyWatch {
  readonly #keys = new Map<string, WatchedKey>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly store: KeyStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly accounts?: Pick<Accounts, 'memberships'>,
  ) {}

  /** Aborts the controller when the key is no longer in force, until what it returns is disposed of. */
  watch(record: KeyRecord, controller: AbortController): Disposable {
    const key = this.#keys.get(record.id) ?? { record, streams: new Set() }
    this.#keys.set(record.id, key)
    key.streams.add(controller)
    this.#timer ??= setInterval(() => void this.check(), EVERY_MS).unref()
    return {
      [Symbol.dispose]: () => {
        key.streams.delete(controller)
        if (key.streams.size === 0 && this.#keys.get(record.id) === key) this.#keys.delete(record.id)
        if (this.#keys.size > 0) return
        clearInterval(this.#timer)
        this.#timer = undefined
      },
    }
  }

  /** Looks at every key once. */
  async check(): Promise<void> {
    await Promise.all([...this.#keys.values()].map((key) => this.#checkKey(key)))
  }

  async #checkKey({ record, streams }: WatchedKey): Promise<void> {
    try {
      const now = await this.#recordOf(record)
      const isInForce =
        now !== undefined &&
        now.revokedAt === null &&
        (now.expiresAt === null || this.clock.now() < now.expiresAt)
      if (isInForce) return
    } catch (error) {
      this.logger.warn({ err: error, keyId: record.id }, 'the key of open streams could not be checked')
      return
    }
    const reason = new DocentError('unauthorized', 'The API key was revoked or has expired.')
    for (const controller of streams) controller.abort(reason)
  }
  /** The key as it is now; undefined for one that is gone. */
  async #recordOf(record: KeyRecord): Promise<KeyRecord | undefined> {
    if (!isReader(record)) return this.store.findByHash([record.hash])
    return (await hasLeft(this.accounts, record)) ? undefined : record
  }
}
