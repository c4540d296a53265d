/** False, said on standard error, when this Node is too old to run Docent. */
export function assertNodeVersion(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 16)) return true
  console.error(`Docent needs Node 22.16 or later, but this is ${version}.`)
  process.exitCode = 1
  return false
}
