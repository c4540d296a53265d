import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { NotRun } from './needs.ts'

/** A suite, or a test outside of suites that are left out, with how many tests it has. */
interface LeftOut {
  readonly name: string
  readonly tests: number
  readonly notRun: readonly NotRun[]
}

/**
 * Ends a run of Vitest with the suites that did not run because a service that they need is not installed: each suite,
 * what it needs, and the command that installs it. Prints nothing if everything ran.
 *
 * @example
 * // vitest.config.ts
 * import { NotRunReporter } from '@docent/testing/not-run-reporter'
 *
 * export default defineConfig({ test: { reporters: ['default', new NotRunReporter()] } })
 */
export class NotRunReporter implements Reporter {
  readonly #print: (text: string) => void

  /** @param print default: standard output */
  constructor(print: (text: string) => void = console.log) {
    this.#print = print
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const left = modules.flatMap((module) => [...leftOutOf(module.relativeModuleId, module.children)])
    if (left.length > 0) this.#print(`\n${summaryOf(left).join('\n')}`)
  }
}

function* leftOutOf(file: string, children: Iterable<TestCase | TestSuite>): Iterable<LeftOut> {
  for (const child of children) {
    const { notRun } = child.meta()
    const tests = child.type === 'test' ? [child] : [...child.children.allTests()]
    if (notRun) yield { name: `${file}: ${child.name}`, tests: tests.length, notRun }
    else if (child.type === 'suite') yield* leftOutOf(file, child.children)
  }
}

function summaryOf(left: readonly LeftOut[]): string[] {
  const missing = new Map(left.flatMap(({ notRun }) => notRun.map(({ name, install }) => [name, install])))
  const tests = left.reduce((sum, each) => sum + each.tests, 0)
  const lines = [
    `NOT RUN: ${count(tests, 'test')} in ${count(left.length, 'suite')}, because this is not installed:`,
  ]
  for (const name of missing.keys()) {
    lines.push(`  ${name}`)
    for (const each of left)
      if (each.notRun.some((service) => service.name === name))
        lines.push(`    ${each.name} (${count(each.tests, 'test')})`)
  }
  for (const install of new Set(missing.values()))
    lines.push(`To install ${missing.size === 1 ? 'it' : 'what is missing'}, run: ${install}`)
  return lines
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
