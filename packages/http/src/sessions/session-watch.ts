import type { Permission } from '@docent/core'
import {
  type Actor,
  DocentError,
  type Logger,
  type OrganizationId,
  type SignedInActor,
} from '@docent/core/plugin'
import { permissionsIn } from './actor.ts'
import type { SignedInReader } from './signed-in.ts'

/** How often the sessions of open streams are looked at, ms: a stream ends within 5 seconds of its session or role. */
const EVERY_MS = 2_000

interface WatchedStream {
  readonly actor: SignedInActor
  readonly organization: OrganizationId | undefined
  readonly permission: Permission | undefined
  readonly controller: AbortController
}

/** Ends the streams of people who signed out, or whose role does not allow the stream any more. */
export class SessionWatch {
  readonly #streams = new Set<WatchedStream>()
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly signedIn: SignedInReader,
    private readonly logger: Logger,
  ) {}

  /** Aborts the stream's controller when it must end, until what it returns is disposed of. */
  watch(stream: WatchedStream): Disposable {
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => void this.check(), EVERY_MS).unref()
    return {
      [Symbol.dispose]: () => {
        this.#streams.delete(stream)
        if (this.#streams.size > 0) return
        clearInterval(this.#timer)
        this.#timer = undefined
      },
    }
  }

  /** Looks at every session once, however many streams it has. */
  async check(): Promise<void> {
    const byToken = Map.groupBy(this.#streams, ({ actor }) => actor.token)
    await Promise.all([...byToken].map(([token, streams]) => this.#checkSession(token, streams)))
  }

  async #checkSession(token: string, streams: readonly WatchedStream[]): Promise<void> {
    try {
      const session = await this.signedIn.find(token)
      const actor: Actor = session ? { kind: 'member', token, session } : { kind: 'nobody' }
      for (const stream of streams)
        if (!mayGoOn(actor, stream))
          stream.controller.abort(new DocentError('unauthorized', 'The session ended, or the role changed.'))
    } catch (error) {
      this.logger.warn({ err: error }, 'the session of open streams could not be checked')
    }
  }
}

function mayGoOn(actor: Actor, { organization, permission }: WatchedStream): boolean {
  if (actor.kind === 'nobody') return false
  if (organization === undefined || permission === undefined) return true
  return permissionsIn(actor, organization)?.includes(permission) ?? false
}
