import { DocentError, type SignedInActor } from '@docent/core/plugin'
import type { ApiCall } from '@docent/http'

/** The signed-in person of an operation that is for people alone. */
export function personOf({ actor }: Pick<ApiCall, 'actor'>): SignedInActor {
  if (actor.kind === 'member') return actor
  throw new DocentError('forbidden', 'This operation is for signed-in people.')
}
