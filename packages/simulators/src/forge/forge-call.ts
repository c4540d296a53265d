import { ApiCall, type ApiCallFields } from '../host/api-call.ts'
import type {
  ForgeAccess,
  ForgeAccount,
  ForgePull,
  ForgeRepository,
  ForgeRole,
  ForgeToken,
} from './forge-model.ts'
import type { ForgeRefusals } from './forge-refusals.ts'
import type { ForgeWorld } from './forge-world.ts'

/** One REST request whose fields were judged. */
export class ForgeCall extends ApiCall {
  readonly world: ForgeWorld
  readonly vendor: ForgeRefusals
  readonly token: ForgeToken | undefined

  constructor(call: ApiCallFields & Pick<ForgeCall, 'world' | 'vendor' | 'token'>) {
    super(call)
    this.world = call.world
    this.vendor = call.vendor
    this.token = call.token
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
  page(
    items: readonly unknown[],
    { size, most, sizeName }: { size: number; most: number; sizeName: string },
  ) {
    const wanted = Math.min(Number(this.query[sizeName] ?? size), most, this.world.pageSize)
    return this.pageOf(items, { size: wanted, counts: true })
  }
}
