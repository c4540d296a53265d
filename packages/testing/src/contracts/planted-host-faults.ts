import { DocentError, type HostWebhook, type PullRequest } from '@docent/core/plugin'
import { failureOf, given } from './git-host-context.ts'

import { hostFault, type PlantedHostFault, replaced, secretFault, trafficFault } from './host-fault.ts'

/**
 * Mistakes that can be planted in any adapter from outside, so that a test of its own can prove that its context lets
 * the suite see them.
 */
export const plantedHostFaults: readonly PlantedHostFault[] = [
  // Branches, bases and pages.
  hostFault('answers an open pull request of another base', /another base/, (host) => ({
    async openPullRequest(repository, draft, options) {
      const [found] = await host.findPullRequests(repository, draft.branch, options)
      return found?.state === 'open' ? found : host.openPullRequest(repository, draft, options)
    },
  })),
  hostFault('answers a closed pull request as the open one', /was closed or merged/, (host) => ({
    async openPullRequest(repository, draft, options) {
      const [found] = await host.findPullRequests(repository, draft.branch, options)
      return found ?? host.openPullRequest(repository, draft, options)
    },
  })),
  hostFault('decodes the names of branches', /as they are/, (host) => ({
    findPullRequests: (repository, branch, options) =>
      host.findPullRequests(repository, decodeURIComponent(branch), options),
  })),
  hostFault('encodes the names of branches', /as they are/, (host) => ({
    findPullRequests: (repository, branch, options) =>
      host.findPullRequests(repository, encodeURIComponent(branch), options),
  })),
  hostFault('reads no more than one page of pull requests', /has more than a page/, (host) => ({
    findPullRequests: async (repository, branch, options) =>
      (await host.findPullRequests(repository, branch, options)).slice(0, 2),
  })),
  trafficFault('follows no link to the next page', /beyond the first page of the list/, (send) => {
    return async (request) => {
      const reply = await send(request)
      const headers = new Headers(reply.headers)
      for (const name of ['link', 'x-next-page', 'x-total-pages']) headers.delete(name)
      return new Response(await reply.arrayBuffer(), { status: reply.status, headers })
    }
  }),
  hostFault('shows the first file of a diff', /every file/, (host) => ({
    diff: async (repository, number, options) =>
      (await host.diff?.(repository, number, options))?.split(/^(?=diff --git )/m)[0] ?? '',
  })),
  hostFault('says reopened and leaves it closed', /again, or refuses/, (host) => ({
    async updatePullRequest(repository, number, patch, options) {
      if (patch.state !== 'open') return host.updatePullRequest(repository, number, patch, options)
      const pull = await host.pullRequest(repository, number, options)
      return { ...(pull as PullRequest), state: 'open' as const }
    },
  })),
  hostFault('calls what is closed merged', /closed when its branch is deleted/, (host) => ({
    async pullRequest(repository, number, options) {
      const pull = await host.pullRequest(repository, number, options)
      return pull?.state === 'closed' ? { ...pull, state: 'merged' as const } : pull
    },
  })),
  hostFault('calls what is merged closed', /merged merged/, (host) => ({
    async pullRequest(repository, number, options) {
      const pull = await host.pullRequest(repository, number, options)
      return pull?.state === 'merged' ? { ...pull, state: 'closed' as const } : pull
    },
  })),
  hostFault('fails when a reviewer is not known', /a reviewer or a label/, (host) => ({
    async openPullRequest(repository, draft, options) {
      if (draft.reviewers?.length) throw new DocentError('git_host_failed', 'Reviewer not found.')
      return host.openPullRequest(repository, draft, options)
    },
  })),
  // Failures.
  hostFault('takes a refused permission for nothing', /refused permission/, (host) => ({
    pullRequest: (repository, number, options) =>
      host.pullRequest(repository, number, options).catch(() => undefined),
  })),
  hostFault('takes a repository out of sight for one without pull requests', /out of sight/, (host) => ({
    findPullRequests: (repository, branch, options) =>
      host.findPullRequests(repository, branch, options).catch(() => []),
  })),
  hostFault('takes a host that is away for one without pull requests', /fails or is away/, (host) => ({
    findPullRequests: (repository, branch, options) =>
      host.findPullRequests(repository, branch, options).catch(() => []),
  })),
  hostFault('takes an unreadable list of comments for an empty one', /unreadable reply/, (host) => ({
    hasComment: async (repository, number, comment, options) =>
      (await host.hasComment?.(repository, number, comment, options).catch(() => false)) ?? false,
  })),
  hostFault('takes an unreadable reply to a comment for none', /unreadable reply/, (host) => ({
    comment: async (repository, number, comment, options) => {
      await host.comment?.(repository, number, comment, options).catch(() => undefined)
    },
  })),
  hostFault('calls every failure final', /fails or is away/, (host) => ({
    defaultBranch: (repository, options) =>
      host.defaultBranch(repository, options).catch((error: Error) => {
        throw new DocentError('git_host_failed', error.message, { cause: error })
      }),
  })),
  hostFault('calls a refused permission a failure of the host', /refused permission/, (host) => ({
    diff: async (repository, number, options) => {
      const failure = (error: Error): never => {
        throw new DocentError('git_host_failed', error.message, { isRetryable: true, cause: error })
      }
      return (await host.diff?.(repository, number, options).catch(failure)) ?? ''
    },
  })),
  hostFault('asks a host that is away without end', /a bounded number/, (host) => ({
    async defaultBranch(repository, options) {
      for (let tries = 0; tries < 10; tries += 1) {
        if ((await failureOf(host.defaultBranch(repository, options))) === undefined) break
      }
      return host.defaultBranch(repository, options)
    },
  })),
  trafficFault('gives up at the first failure', /a failure that passes/, (send) => {
    let failures = 0
    return async (request) => {
      if (failures > 0) {
        failures -= 1
        return new Response('bad gateway', { status: 502 })
      }
      const reply = await send(request)
      // What would have been the next attempts meet the same.
      if (reply.status === 502) failures = 5
      return reply
    }
  }),
  hostFault('does not say when a rate limit ends', /rate limit ends/, (host) => ({
    defaultBranch: (repository, options) =>
      host.defaultBranch(repository, options).catch((error: DocentError) => {
        throw new DocentError(error.code, error.message, { isRetryable: error.isRetryable })
      }),
  })),
  hostFault('asks on while a rate limit lasts', /rate limit ends/, (host) => ({
    async findPullRequests(repository, branch, options) {
      for (let tries = 0; tries < 5; tries += 1) {
        await failureOf(host.findPullRequests(repository, branch, options))
      }
      return host.findPullRequests(repository, branch, options)
    },
  })),
  hostFault('posts a comment again when the reply is lost', /posts a comment once/, (host) => ({
    comment: async (repository, number, comment, options) => {
      const again = () => host.comment?.(repository, number, comment, options)
      await again()?.catch(again)
    },
  })),
  hostFault('calls a lost reply to a comment a success', /posts a comment once/, (host) => ({
    comment: async (repository, number, comment, options) => {
      await host.comment?.(repository, number, comment, options).catch(() => undefined)
    },
  })),
  hostFault('fails for good when one is open already', /one pull request when the reply/, (host) => ({
    async openPullRequest(repository, draft, options) {
      const [found] = await host.findPullRequests(repository, draft.branch, options)
      if (found) throw new DocentError('git_host_failed', 'There is one already.')
      return host.openPullRequest(repository, draft, options)
    },
  })),
  trafficFault('waits for a reply without end', /in time when a reply/, (send) => (request) => {
    return send(new Request(request, { signal: new AbortController().signal }))
  }),
  hostFault('looks at the signal at the beginning alone', /aborted while it waits/, (host) => ({
    defaultBranch: async (repository, options) => {
      options?.signal?.throwIfAborted()
      return host.defaultBranch(repository)
    },
  })),
  hostFault('throws another error than the reason of the signal', /aborted while it waits/, (host) => ({
    defaultBranch: (repository, options) =>
      host.defaultBranch(repository, options).catch(() => {
        throw new DocentError('timeout', 'The request was aborted.', { isRetryable: true })
      }),
  })),
  // Secrets.
  secretFault(
    'shows the token in a message',
    (error, token) => new Error(`${error.message} (token ${token})`),
  ),
  secretFault('shows the token in a cause', (error, token) => {
    return new DocentError('git_host_failed', error.message, { cause: new Error(`Authorization: ${token}`) })
  }),
  secretFault('shows the token in a field of the error', (error, token) => {
    return Object.assign(error, { request: { headers: { authorization: `Bearer ${token}` } } })
  }),
  secretFault('shows the token in base64', (error, token) => {
    return new Error(`${error.message} Basic ${Buffer.from(`x:${token}`).toString('base64')}`)
  }),
  {
    name: 'writes the token into the log',
    caught: /whatever the host sends back/,
    plant(context) {
      const log = given(context.network)?.log
      return replaced(context, (host) => ({
        async defaultBranch(repository, options) {
          const { credentials } = await host.remote(repository, { access: 'read' })
          log?.debug({ headers: { authorization: credentials?.password } }, 'asking')
          return host.defaultBranch(repository, options)
        },
      }))
    },
  },
  trafficFault('puts the token into addresses', /in headers alone/, (send) => (request) => {
    const url = new URL(request.url)
    url.searchParams.set('access_token', request.headers.get('authorization')?.split(' ').at(-1) ?? '')
    return request.method === 'GET' ? send(new Request(url, request)) : send(request)
  }),
  trafficFault('follows a redirect to another server with the token', /its own host alone/, (send) => {
    return async (request) => {
      const again = request.clone()
      const reply = await send(request)
      const location = reply.headers.get('location')
      return location === null ? reply : send(new Request(location, again))
    }
  }),
  // Webhooks.
  hostFault('makes up ids of deliveries', /signed long ago/, (host) => {
    let last = 0
    return {
      async webhook(request, options) {
        const read = await host.webhook?.(request, options)
        last += 1
        return { ...(read as HostWebhook), deliveryId: `delivery-${last}` }
      },
    }
  }),
  hostFault('trusts every commenter', /whether its author may write/, (host) => ({
    async webhook(request, options) {
      const read = await host.webhook?.(request, options)
      return (read?.kind === 'comment' ? { ...read, authorCanWrite: true } : read) as HostWebhook
    },
  })),
  hostFault('trusts no commenter', /whether its author may write/, (host) => ({
    async webhook(request, options) {
      const read = await host.webhook?.(request, options)
      return (read?.kind === 'comment' ? { ...read, authorCanWrite: false } : read) as HostWebhook
    },
  })),
  hostFault('knows the headers of webhooks in one spelling', /whatever the case/, (host) => ({
    async webhook(request, options) {
      const isLower = Object.keys(request.headers).every((name) => name === name.toLowerCase())
      return (await host.webhook?.(isLower ? request : { ...request, headers: {} }, options)) as HostWebhook
    },
  })),
  hostFault('reads webhooks without looking at the signal', /no webhook for an aborted/, (host) => ({
    webhook: async (request) => (await host.webhook?.(request)) as HostWebhook,
  })),
  hostFault('calls what was merged closed in webhooks', /that a pull request was merged/, (host) => ({
    async webhook(request, options) {
      const read = (await host.webhook?.(request, options)) as HostWebhook
      return read.kind === 'pull-request' ? { ...read, state: 'closed' } : read
    },
  })),
  hostFault('takes the pull request of a fork for its own', /of a fork, whose branch/, (host) => ({
    async webhook(request, options) {
      const read = (await host.webhook?.(request, options)) as HostWebhook
      if (read.kind !== 'ignored') return read
      const { deliveryId } = read
      return { kind: 'pull-request', repository: '', number: 1, state: 'open', branch: '', deliveryId }
    },
  })),
  hostFault('takes the push of a tag for one to a branch', /push of a tag/, (host) => ({
    async webhook(request, options) {
      const read = (await host.webhook?.(request, options)) as HostWebhook
      if (read.kind !== 'ignored') return read
      return { kind: 'push', repository: '', branch: 'main', commit: '', deliveryId: read.deliveryId }
    },
  })),
]
