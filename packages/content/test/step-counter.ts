import { Session } from 'node:inspector'

/** How often each function and its blocks ran, by file and name. */
export type Steps = ReadonlyMap<string, number>

/** Characters and items that searches of the language pass: they are no code of ours. */
const SEARCHES = 'searches'
const HERE = '/test/step-counter.ts'

interface Coverage {
  result: {
    url: string
    functions: { functionName: string; ranges: { count: number; startOffset: number }[] }[]
  }[]
}

/**
 * Counts what code does instead of the time that it takes: V8 counts how often each block runs, and the searches of the
 * language are counted by the characters that they pass. Two runs count the same, on any machine.
 */
export class StepCounter {
  readonly #session = new Session()

  constructor() {
    this.#session.connect()
    this.#post('Profiler.enable')
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  close(): void {
    this.#post('Profiler.stopPreciseCoverage')
    this.#session.disconnect()
  }

  /** Of all together, and of what ran since the last count. */
  count(...works: (() => unknown)[]): Steps {
    const passed = countingSearches(works)
    const { result } = this.#post('Profiler.takePreciseCoverage') as Coverage
    const steps = new Map<string, number>([[SEARCHES, passed]])
    for (const { url, functions } of result) {
      if (url.includes(HERE) || url.startsWith('node:')) continue
      for (const { functionName, ranges } of functions) {
        const name = `${url.slice(url.lastIndexOf('/src/') + 1)} ${functionName || ranges[0]?.startOffset}`
        const count = ranges.reduce((sum, range) => sum + range.count, 0)
        if (count > 0) steps.set(name, (steps.get(name) ?? 0) + count)
      }
    }
    return steps
  }

  #post(method: string, options: object = {}): unknown {
    let reply: unknown
    this.#session.post(method, options, (error, result) => {
      if (error) throw error
      reply = result
    })
    return reply
  }
}

function countingSearches(works: readonly (() => unknown)[]): number {
  let passed = 0
  const { indexOf, lastIndexOf, includes, split, replaceAll } = String.prototype
  const list = { indexOf: Array.prototype.indexOf, includes: Array.prototype.includes }
  const { exec } = RegExp.prototype
  const inText = {
    indexOf(this: string, wanted: string, from = 0) {
      const at = indexOf.call(this, wanted, from)
      passed += Math.max(0, (at === -1 ? this.length : at) - from)
      return at
    },
    lastIndexOf(this: string, wanted: string, from = this.length) {
      const at = lastIndexOf.call(this, wanted, from)
      passed += Math.min(from, this.length) - Math.max(0, at)
      return at
    },
    includes(this: string, wanted: string, from = 0) {
      return this.indexOf(wanted, from) !== -1 || includes.call(this, wanted, from)
    },
    split(this: string, ...rest: [string | RegExp, number?]) {
      if (typeof rest[0] === 'string') passed += this.length
      return Reflect.apply(split, this, rest)
    },
    replaceAll(this: string, ...rest: [string | RegExp, string]) {
      if (typeof rest[0] === 'string') passed += this.length
      return Reflect.apply(replaceAll, this, rest)
    },
  }
  Object.assign(String.prototype, inText)
  Object.assign(Array.prototype, {
    indexOf(this: unknown[], ...rest: [unknown, number?]) {
      const at = list.indexOf.apply(this, rest)
      passed += at === -1 ? this.length : at
      return at
    },
    includes(this: unknown[], ...rest: [unknown, number?]) {
      passed += this.length
      return list.includes.apply(this, rest)
    },
  })
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    if (match !== null) passed += match.index + match[0].length - from
    // What fails where it must match looks at little: the check of expressions knows that.
    else if (!this.sticky && !this.source.startsWith('^')) passed += Math.max(0, `${text}`.length - from)
    return match
  }
  try {
    for (const work of works) unlessDeep(work)
    return passed
  } finally {
    Object.assign(String.prototype, { indexOf, lastIndexOf, includes, split, replaceAll })
    Object.assign(Array.prototype, list)
    RegExp.prototype.exec = exec
  }
}

/** Code that is counted needs more of the stack: a text that is nested deeply may exceed it here alone. */
function unlessDeep(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
