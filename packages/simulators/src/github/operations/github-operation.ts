import { ApiCall, type ApiCallFields } from '../../host/api-call.ts'
import type { HostReply } from '../../host/host-server.ts'
import type { Identity } from '../github-access.ts'
import { requirePermission } from '../github-access.ts'
import type { GithubAccount, GithubRepository, Permission } from '../github-model.ts'
import type { GithubObjects } from '../github-objects.ts'
import { GithubRefusal } from '../github-refusal.ts'
import type { GithubWorld } from '../github-world.ts'

/** `body`: JSON, judged by the description. */
export interface GithubReply extends HostReply {
  /** Instead of JSON: a diff. */
  text?: { content: string; type: string }
}

export type GithubOperation = (call: GithubCall) => Promise<GithubReply> | GithubReply

/** One REST request that passed the description. */
export class GithubCall extends ApiCall {
  readonly world: GithubWorld
  readonly objects: GithubObjects
  readonly identity: Identity
  readonly accept: string

  constructor(call: ApiCallFields & Pick<GithubCall, 'world' | 'objects' | 'identity' | 'accept'>) {
    super(call)
    this.world = call.world
    this.objects = call.objects
    this.identity = call.identity
    this.accept = call.accept
  }

  /** The repository in the path, once the caller may do `level` with `permission` there. */
  repository(permission: string, level: Permission): GithubRepository {
    const repository = this.found()
    requirePermission(this.identity, repository, { name: permission, level })
    return repository
  }

  /**
   * The repository in the path for what everybody may who sees it, such as a comment or a pull request from a fork: with
   * a classic token. Other tokens need write access to pull requests.
   */
  participant(): GithubRepository {
    const isClassic = this.identity.kind === 'token' && this.identity.token.classic
    return this.repository('pull_requests', isClassic && !this.found().archived ? 'read' : 'write')
  }

  /** The repository in the path, whoever asks. */
  found(): GithubRepository {
    const path = `${this.params.owner}/${this.params.repo}`
    const rest = this.url.pathname.slice(`/api/v3/repos/${path}`.length) + this.url.search
    return this.world.requireRepository(path, rest, this.method)
  }

  /** The account behind the request. @throws GithubRefusal 401 for a request without one. */
  actor(): GithubAccount {
    if (this.identity.kind !== 'token') throw new GithubRefusal(401, 'Requires authentication')
    return this.identity.token.account
  }

  requireApp(): void {
    if (this.identity.kind !== 'app') throw new GithubRefusal(401, 'A JSON web token could not be decoded')
  }

  /** The asked page of a list, with GitHub's `Link` header. */
  page(items: readonly unknown[]): GithubReply {
    return this.pageOf(items, { size: Math.min(Number(this.query.per_page ?? 30), 100, this.world.pageSize) })
  }
}
