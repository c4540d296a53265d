export interface Unit {
  dimension: string
  /** Of the base of its dimension: milliseconds, bytes. */
  factor: number
  /** Means it only directly behind the number: `m` and `B` are words otherwise. */
  isGlued?: boolean
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Spellings of each unit, the first half of them also behind a space. */
const LIST: readonly [spellings: string, dimension: string, factor: number, glued?: string][] = [
  ['ns nanosecond nanoseconds', 'time', 1e-6],
  ['µs us microsecond microseconds', 'time', 1e-3],
  ['ms msec millisecond milliseconds', 'time', 1],
  ['sec secs second seconds', 'time', SECOND, 's'],
  ['min mins minute minutes', 'time', MINUTE, 'm'],
  ['hr hrs hour hours', 'time', HOUR, 'h'],
  ['day days', 'time', DAY, 'd'],
  ['week weeks', 'time', 7 * DAY, 'w'],
  ['month months', 'months', 1],
  ['year years', 'months', 12, 'y'],
  ['byte bytes', 'size', 1, 'B'],
  ['kb kib Ki kilobyte kilobytes kibibytes', 'size', 1e3, 'k K'],
  ['mb mib Mi megabyte megabytes mebibytes', 'size', 1e6, 'M'],
  ['gb gib gigabyte gigabytes gibibytes Gi', 'size', 1e9, 'G'],
  ['tb tib terabyte terabytes tebibytes Ti', 'size', 1e12, 'T'],
  ['% percent', 'percent', 1],
  ['px pixel pixels', 'pixels', 1],
  ['rem', 'rem', 1],
  ['em', 'em', 1],
  ['fps', 'fps', 1],
  ['hz', 'hertz', 1],
  ['khz', 'hertz', 1e3],
  ['mhz', 'hertz', 1e6],
  ['ghz', 'hertz', 1e9],
  ['bps', 'bits/s', 1],
  ['kbps', 'bits/s', 1e3],
  ['mbps', 'bits/s', 1e6],
  ['gbps', 'bits/s', 1e9],
  ['rps', 'rps', 1],
  ['request requests', 'requests', 1],
  ['token tokens', 'tokens', 1],
  ['character characters chars', 'characters', 1],
  ['line lines', 'lines', 1],
  ['core cores', 'cores', 1],
  ['vcpu vcpus', 'cores', 1],
  ['retry retries attempt attempts', 'attempts', 1],
  ['item items', 'items', 1],
  ['row rows', 'rows', 1],
  ['connection connections', 'connections', 1],
  ['worker workers', 'workers', 1],
  ['thread threads', 'threads', 1],
  ['document documents', 'documents', 1],
  ['node nodes', 'nodes', 1],
  ['replica replicas', 'replicas', 1],
  ['bit bits', 'bits', 1],
  ['degree degrees', 'degrees', 1],
]

/** Units by spelling; those of more than a letter in lower case. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  LIST.flatMap(([spellings, dimension, factor, glued = '']) => [
    ...spellings.split(' ').map((unit): [string, Unit] => [unit, { dimension, factor }]),
    ...(glued === '' ? [] : glued.split(' ')).map((unit): [string, Unit] => [
      unit,
      { dimension, factor, isGlued: true },
    ]),
  ]),
)
