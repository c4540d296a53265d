import type {
  ForgeAccess,
  ForgeAccount,
  ForgePull,
  ForgeRepository,
  ForgeRole,
  ForgeToken,
} from './forge-model.ts'
import type { ForgeReply } from './forge-refusal.ts'
import type { ForgeRefusals } from './forge-refusals.ts'
import type { ForgeWorld } from './forge-world.ts'

/** One REST request whose fields were judged. */
export class ForgeCall {
  readonly world: ForgeWorld
  readonly vendor: ForgeRefusals
  readonly token: ForgeToken | undefined
  readonly method: string
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>

  constructor(
    call: Pick<ForgeCall, 'world' | 'vendor' | 'token' | 'method' | 'url' | 'params' | 'query' | 'body'>,
  ) {
    this.world = call.world
    this.vendor = call.vendor
    this.token = call.token
    this.method = call.method
    this.url = call.url
    this.params = call.params
    this.query = call.query
    this.body = call.body
  }

  /** The repository of that path, once the caller may do `access` there. @throws ForgeRefusal */
  repository(path: string, access: ForgeAccess, asked: { role?: ForgeRole } = {}): ForgeRepository {
    const { world, vendor, token } = this
    const repository = world.repository(path)
    if (!repository) {
      const moved = world.renamed(path)
      if (!moved) throw vendor.notFound('repository')
      throw vendor.moved({ method: this.method, url: this.url, repository: moved, former: path })
    }
    const role = token && world.roleOf(repository, token.account.login)
    if (repository.private && role === undefined) throw vendor.notFound('repository')
    if (access === 'write') {
      if (!token) throw vendor.unauthorized()
      if (token.access !== 'write') throw vendor.insufficientScope('write')
      if (role === undefined || role === 'reader') throw vendor.forbidden()
      if (repository.archived) throw vendor.archived()
    }
    if (asked.role === 'admin' && role !== 'admin') throw vendor.forbidden()
    return repository
  }

  pull(repository: ForgeRepository, number: string | undefined): ForgePull {
    const found = repository.pulls.find((each) => String(each.number) === number)
    if (!found) throw this.vendor.notFound('pull')
    return found
  }

  /** The account behind the request. */
  actor(): ForgeAccount {
    if (!this.token) throw this.vendor.unauthorized()
    return this.token.account
  }

  /** The asked page, with the headers that both hosts send. */
  page(items: readonly unknown[], asked: { size: number; most: number; sizeName: string }): ForgeReply {
    const wanted = Number(this.query[asked.sizeName] ?? asked.size)
    const size = Math.min(wanted, asked.most, this.world.pageSize)
    const page = Number(this.query.page ?? 1)
    const last = Math.max(1, Math.ceil(items.length / size))
    const link = (target: number, rel: string): string => {
      const url = new URL(this.url)
      url.searchParams.set('page', String(target))
      return `<${url.href}>; rel="${rel}"`
    }
    const links = [
      ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
      ...(page > 1 ? [link(1, 'first'), link(page - 1, 'prev')] : []),
    ]
    return {
      status: 200,
      body: items.slice((page - 1) * size, page * size),
      headers: {
        ...(links.length > 0 ? { link: links.join(', ') } : {}),
        'x-total': String(items.length),
        'x-total-count': String(items.length),
        'x-page': String(page),
        'x-per-page': String(size),
      },
    }
  }
}
