import { globSync, readFileSync } from 'node:fs'
import type { StepCounter } from './step-counter.ts'

const ROOT = new URL('..', import.meta.url).pathname
/** How parameters are called that hold text of others. */
const TEXT = /\b(?:text|source|code|script|html|body)\??: string\b/
const FUNCTION = /^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(([^)]*)\)/gm

/** Exported functions of the sources that read a text: `src/file.ts name`. */
export function functionsOfText(): string[] {
  return globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap((file) =>
      [...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(FUNCTION)].flatMap(([, name, parameters = '']) =>
        TEXT.test(parameters) ? [`${file.replaceAll('\\', '/')} ${name}`] : [],
      ),
    )
}

/** Those of the functions that `work` does not call. */
export function notCalled(counter: StepCounter, functions: readonly string[], work: () => unknown): string[] {
  const steps = counter.count(work)
  return functions.filter((name) => !steps.has(name))
}
