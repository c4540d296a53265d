import { DEFAULT_ORGANIZATION } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import type { ApiCall, Services } from '@docent/http'

/**
 * The server's services, for what no organization has alone.
 *
 * @param what subject of the refusal: `Backups`
 * @param may what the owners of the first organization do: `make`
 * @throws DocentError `forbidden` for any other organization
 */
export function ofServer<Own extends Services>(
  { organizationId, services }: Pick<ApiCall, 'organizationId'> & { services: Own },
  what: string,
  may: string,
): Own {
  if (organizationId === DEFAULT_ORGANIZATION) return services
  throw new DocentError(
    'forbidden',
    `${what} are of the whole server: owners of the organization "${DEFAULT_ORGANIZATION}" ${may} them.`,
  )
}
