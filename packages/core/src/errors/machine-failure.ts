/** What a machine runs out of. */
const SPENT: ReadonlySet<unknown> = new Set([
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
  // Of Node: it could not start a thread, or not load its own code.
  ...['ERR_WORKER_INIT_FAILED', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'],
])

const FORBIDDEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])
/** There, a permission is about the other side, or an address. */
const OF_NETWORK: ReadonlySet<unknown> = new Set(['connect', 'bind', 'listen', 'accept'])

/**
 * True for what the machine of this process refused, such as one more open file, memory, or space on a disk. It says
 * nothing of the content that was worked on: the same work can succeed later, or elsewhere.
 */
export function isMachineFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (SPENT.has(code) || (FORBIDDEN.has(code) && !OF_NETWORK.has(syscall))) return true
  return ('isLocal' in error && error.isLocal === true) || isMachineFailure(error.cause)
}
