import { DocentError } from '@docent/core/plugin'

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** What the file system said of a shared folder, as what to do about it. */
export function folderError(folder: string, what: 'read' | 'written', error: unknown): DocentError {
  const failed = `The shared folder ${folder} cannot be ${what}`
  if (isCode(error, 'ENOSPC', 'EDQUOT')) {
    const message = `${failed}: it is full. Free some space, or give it more.`
    return new DocentError('unavailable', message, { cause: error })
  }
  if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) {
    const message = `${failed}: this user has no permission. Give the user that runs Docent permission to read and write there.`
    return new DocentError('configuration', message, { cause: error })
  }
  if (isCode(error, 'ENOTDIR')) {
    const message = `${failed}: a part of its path is a file. Correct the path.`
    return new DocentError('configuration', message, { cause: error })
  }
  const message = `${failed} now. Check that it is mounted and answers.`
  return new DocentError('unavailable', message, { cause: error, isRetryable: true })
}
