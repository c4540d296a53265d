import { DocentError, isBranchName } from '@docent/core/plugin'
/** @throws DocentError `invalid_request` */
export function assertBranchName(name: string): void {
  if (!isBranchName(name)) throw new DocentError('invalid_request', `Not the name of a branch: ${name}`)
}

/** @throws DocentError `invalid_request` */
export function assertObjectId(id: string): void {
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw new DocentError('invalid_request', 'Not the id of a git object.')
}
