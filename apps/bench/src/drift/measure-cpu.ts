import { judgeChange, PageHistory, PageIndex, pageTerms } from '@docent/watch'

const FILES = 500
const PAGES = 4_000
const PASSAGES_A_PAGE = 10

/** Made-up words, the same in each run. */
function* words(seed: number): Generator<string> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const first = (state >>> 8) % 4_000
    yield `${'bcdfghklmnprst'[first % 14]}${'aeiou'[first % 5]}${'lmnrst'[first % 6]}${first.toString(36)}`
  }
}

function text(seed: number, count: number): string {
  const source = words(seed)
  return Array.from({ length: count }, () => source.next().value).join(' ')
}

function codeOf(seed: number): string {
  const source = words(seed)
  const name = () => source.next().value as string
  return Array.from(
    { length: 40 },
    () =>
      `// ${name()} ${name()} tells how ${name()}\nexport function ${name()}(${name()}: string) {\n  return "${name()}-${name()}" + ${name()}\n}\n`,
  ).join('')
}

/** CPU time of the evidence of a large change against a large documentation. */
export function measureCpu(): { files: number; passages: number; evidenceMs: number; indexMs: number } {
  const pageTexts = Array.from({ length: PAGES }, (_, at) => text(at + 1, 80 * PASSAGES_A_PAGE))
  const changes = Array.from({ length: FILES }, (_, at) => {
    const before = codeOf(at + 1)
    const lines = before.split('\n')
    const added = [`export const added${at} = "--flag-${at}"`]
    return {
      path: `src/part${at}.ts`,
      status: 'modified' as const,
      before,
      after: [...lines.slice(0, 20), ...added, ...lines.slice(20)].join('\n'),
      hunks: [{ oldStart: 20, removed: [], newStart: 21, added }],
    }
  })
  const began = process.cpuUsage()
  const pages = new PageIndex(new Map(pageTexts.map((each, at) => [`docs/page${at}`, pageTerms(each)])))
  const history = new PageHistory(
    [],
    () => false,
    () => true,
  )
  const indexed = process.cpuUsage(began)
  const before = process.cpuUsage()
  judgeChange({ title: 'feat: add flags', body: '', files: changes }, { pages, history })
  const { user, system } = process.cpuUsage(before)
  return {
    files: FILES,
    passages: PAGES * PASSAGES_A_PAGE,
    evidenceMs: (user + system) / 1000,
    indexMs: (indexed.user + indexed.system) / 1000,
  }
}
