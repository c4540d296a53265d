import type { HostCall, HostClient } from '@docent/git-host'
import {
  type DefaultRequestOptions,
  defaultOptionsHandler,
  type FormattedResponse,
  type RequesterType,
  type ResourceOptions,
  type ResponseBodyTypes,
} from '@gitbeaker/requester-utils'
import { Gitlab } from '@gitbeaker/rest'
import type { GitlabSettings } from './options.ts'

/** One call on its way, with GitLab's typed client. */
export interface GitlabCall extends HostCall {
  api: InstanceType<typeof Gitlab>
}

export function gitlabCall(
  call: HostCall,
  { baseUrl, token, retries }: GitlabSettings & { token: string },
  client: HostClient,
): GitlabCall {
  const api = new Gitlab({
    host: baseUrl,
    // As a bearer GitLab takes every kind of access token, and OAuth's.
    oauthToken: token,
    requesterFn: requester(client, call.once ? 0 : retries, call.signal),
    // The host client has the deadline of each attempt.
    queryTimeout: null,
  })
  return { ...call, api }
}

/**
 * Sends the requests that the typed client prepares. Its own way tries again ten times, whatever the request and
 * without regard to `Retry-After` or a caller's signal.
 */
function requester(
  client: HostClient,
  retries: number,
  signal: AbortSignal | undefined,
): (resource: ResourceOptions) => RequesterType {
  return (resource) => {
    const send =
      (method: string) =>
      async <T extends ResponseBodyTypes>(endpoint: string, options?: DefaultRequestOptions) => {
        const prepared = await defaultOptionsHandler(resource, { ...options, method })
        const url = new URL(endpoint, `${prepared.prefixUrl?.replace(/(?<!\/)\/+$/, '')}/`)
        if (prepared.searchParams) url.search = prepared.searchParams
        const { headers, body } = prepared
        const request = { method, url, ...(headers ? { headers } : {}), ...(body ? { body } : {}) }
        // What GitLab answers is judged where it is read.
        return (await client.send({ ...request, retries, signal })) as FormattedResponse<T>
      }
    const [get, post, put, patch] = [send('GET'), send('POST'), send('PUT'), send('PATCH')]
    return { get, post, put, patch, delete: send('DELETE') }
  }
}
