/** From `home` to a path, both of them with their last segment; `./` stays where it was written. */
export function relativePath(home: string, to: string, written: string): string {
  const from = home.split('/').slice(0, -1)
  const target = to.split('/')
  // A folder around the page that was written by dots alone stays so.
  const around = to === '' ? [] : target
  if (/^[./]+$/.test(written) && around.every((each, index) => each === from[index])) {
    const dots = '../'.repeat(from.length - around.length) || './'
    return written.endsWith('/') ? dots : dots.slice(0, -1)
  }
  let shared = 0
  while (shared < from.length && shared < target.length - 1 && from[shared] === target[shared]) shared += 1
  const up = '../'.repeat(from.length - shared)
  const path = (up === '' && written.startsWith('.') ? './' : up) + target.slice(shared).join('/')
  return path === '' ? './' : path
}
