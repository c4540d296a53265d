import { type Actor, DocentError, type SignedInActor } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'

/** The signed-in person of an operation that is for people alone. */
export function personOf({ actor }: Pick<ApiCall, 'actor'>): SignedInActor {
  if (actor.kind === 'member') return actor
  throw new DocentError('forbidden', 'This operation is for signed-in people.')
}

/** Who acts, for people. */
export function actorName(actor: Actor): string {
  if (actor.kind === 'key') return `key “${actor.key.name}”`
  return actor.kind === 'member' ? (actor.session.account.email ?? actor.session.account.name) : 'somebody'
}
