import { createHash } from 'node:crypto'

/** `refs/docent/pulls/<number>`: the blob that holds the record. */
export const PULLS = 'refs/docent/pulls/'

/** The newest pull request: the number after its own is the next one. */
export const NEWEST = 'refs/docent/newest-pull'

/** Keeps the commits of a pull request when its branch is deleted: its diff can still be read. */
export function headRef(number: number): string {
  return `refs/docent/pull-heads/${number}`
}

/** The newest pull request of a branch; `previous` of its record leads to the ones before. */
export function branchRef(branch: string): string {
  return `refs/docent/pulls-of/${createHash('sha1').update(branch).digest('hex')}`
}

/** The pull request of a page's token. Hashed: a look-up takes the same time however much of a guess is right. */
export function tokenRef(token: string): string {
  return `refs/docent/pull-tokens/${createHash('sha256').update(token).digest('hex')}`
}
