import { defined, type KeyedOperation, type Operation } from '@docent/core/plugin'
import type { ApiCall, Call } from '@docent/http'

/**
 * A report of a project for signed-in people, as the operation for keys gives it: the same query, reply and handler,
 * which may use everything of a call but its key.
 *
 * @param id `operationId`, another than that of the operation for keys
 */
export function forPeople(keyed: Operation, id: string): Operation {
  if (keyed.key === undefined) throw new TypeError(`${keyed.id} takes no key.`)
  const { summary, query, reply, handle } = keyed as KeyedOperation
  return {
    id,
    summary: `${summary} (dashboard)`,
    description: `As \`${keyed.id}\`, for people who are signed in.`,
    tag: 'Dashboard',
    permission: 'view',
    reply,
    ...defined({ query }),
    handle: (call: ApiCall) => handle(call as unknown as Call),
  }
}
