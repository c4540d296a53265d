import { DocentError } from '@docent/core/plugin'

export interface ThreadPlace {
  /** `owner/name`. */
  repository: string
  kind: 'discussions' | 'issues'
  /** Spread into the variables of a query. */
  at: { owner: string; name: string; number: number }
}

/** Reads `owner/name/discussions/12`. */
export function placeOf(id: string): ThreadPlace {
  const [, owner = '', name = '', kind, number] =
    /^([^/]+)\/([^/]+)\/(discussions|issues)\/(\d+)$/.exec(id) ?? []
  if (kind !== 'discussions' && kind !== 'issues')
    throw new DocentError('invalid_request', 'This is no discussion and no issue.')
  return { repository: `${owner}/${name}`, kind, at: { owner, name, number: Number(number) } }
}
