import { globSync } from 'node:fs'
import { join } from 'node:path'
import { SourceModule } from './source-module.ts'

export interface Bare {
  source: string
  flags: string
}

/** A regular expression of shipped code. */
export interface Expression extends Bare {
  /** From the root of the repository. */
  file: string
  /** From 1. */
  line: number
}

/** Two files that write the same expression share its verdict. */
export function expressionKey({ source, flags }: Bare): string {
  return `/${source}/${flags}`
}

const SHIPPED = '{apps,packages,plugins}/*/src/**/*.{ts,tsx,js,jsx,mjs,cjs}'
/** Tests, and what only tests and benchmarks run. */
const NOT_SHIPPED = /\.test\.tsx?$|\/__fixtures__\/|^(?:apps\/bench|packages\/(?:simulators|testing))\//

/** Every expression of shipped code, or of those files of it that `isWanted` names. */
export function collectExpressions(
  root: string,
  isWanted: (file: string) => boolean = () => true,
): Expression[] {
  const modules = new Map<string, SourceModule>()
  return globSync(SHIPPED, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_SHIPPED.test(file) && isWanted(file))
    .sort()
    .flatMap((file) =>
      SourceModule.read(join(root, file), modules).expressions.map((written) => ({ file, ...written })),
    )
}
