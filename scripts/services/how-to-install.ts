import type { Service } from '../../packages/simulators/src/services.ts'

/** Commands that install what is missing, or what a person does instead. */
export type Installation = { readonly commands: readonly (readonly string[])[] } | { readonly advice: string }

/**
 * Debian's packages as root, and otherwise what to install.
 * @param aptGet path of `apt-get`; undefined without one
 */
export function howToInstall(
  missing: readonly Service[],
  { isRoot, aptGet }: { isRoot: boolean; aptGet: string | undefined },
): Installation {
  const packages = [...new Set(missing.map(({ debian }) => debian))].sort()
  if (aptGet === undefined) {
    const names = missing.map(({ name }) => `  ${name}`).join('\n')
    return { advice: `Install these with the package manager of your system:\n${names}` }
  }
  if (!isRoot) return { advice: `Run: sudo apt-get install --yes ${packages.join(' ')}` }
  return {
    commands: [
      [aptGet, 'update', '-qq'],
      [aptGet, 'install', '--yes', '-qq', ...packages],
    ],
  }
}
