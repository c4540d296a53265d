import {
  CodeRepository,
  calibrateGate,
  fuseRanks,
  judgeChange,
  PageHistory,
  PageReader,
  rankPages,
} from '@docent/watch'

/** Changes of a repository, and the pages that people changed with them; none: the change had no effect. */
export interface DriftLabels {
  readonly repository: string
  /** Regular expressions over paths. */
  readonly pages: string
  readonly generated: string
  readonly code: string
  readonly changes: readonly { commit: string; code: string[]; pages: string[] }[]
}

export interface MeasuredLabels {
  /** Sum of the shares of pages that were found, over changes with an effect. */
  found: number
  foundWithoutGate: number
  /** Changes with an effect that the gate let through. */
  passed: number
  wanted: number
  stopped: number
  without: number
  cpuMs: number
  readonly misses: string[]
}

const MOST_STEPS = 40_000

export async function measureLabels(labels: DriftLabels, folder: string): Promise<MeasuredLabels> {
  const repository = await CodeRepository.open(folder)
  const [pages, generated, code] = [labels.pages, labels.generated, labels.code].map(
    (text) => new RegExp(text),
  )
  const isPage = (path: string) => pages?.test(path) === true && generated?.test(path) !== true
  const isCode = (path: string) => code?.test(path) === true
  const steps = await repository.steps('HEAD', MOST_STEPS, { each: true })
  const places = new Map(steps.map(({ commit }, at) => [commit, at]))
  const history = new PageHistory(steps, isPage, isCode)
  const reader = new PageReader(repository, isPage)
  // Only the time before the labels tells what is usual.
  const earliest = Math.max(...labels.changes.map(({ commit }) => places.get(commit) ?? 0))
  const files = { isPage, isCode }
  const gate = await calibrateGate({ repository, steps, history, pages: reader, files }, earliest + 1)
  const measured: MeasuredLabels = {
    ...{ found: 0, foundWithoutGate: 0, passed: 0, wanted: 0, stopped: 0, without: 0, cpuMs: 0 },
    misses: [],
  }
  for (const { commit, code: changed, pages: wanted } of labels.changes) {
    const at = places.get(commit)
    const step = at === undefined ? undefined : steps[at]
    if (at === undefined || step === undefined)
      throw new Error(`${commit} is not in the history of ${folder}.`)
    const documentation = { pages: await reader.index(`${commit}^`), history, from: at + 1 }
    const change = await repository.change(step, changed)
    const before = process.cpuUsage()
    const { isProposed, evidence, score } = judgeChange(change, documentation, gate)
    measured.cpuMs += process.cpuUsage(before).user / 1000
    const ranks = rankPages(change, evidence, documentation.pages)
    const candidates = fuseRanks(ranks, evidence, documentation.pages, 10).map(({ path }) => path)
    const share = wanted.filter((path) => candidates.includes(path)).length / Math.max(1, wanted.length)
    const line = `${labels.repository} ${commit.slice(0, 9)} ${score.toFixed(2)} ${step.title.slice(0, 80)}`
    if (wanted.length === 0) {
      measured.without++
      if (!isProposed) measured.stopped++
      else measured.misses.push(`not stopped: ${line}`)
      continue
    }
    measured.wanted++
    measured.foundWithoutGate += share
    if (isProposed) measured.passed++
    measured.found += isProposed ? share : 0
    if (!isProposed) measured.misses.push(`stopped: ${line}`)
    else if (share < 1)
      measured.misses.push(`missed ${wanted.filter((path) => !candidates.includes(path)).join(' ')}: ${line}`)
  }
  repository.close()
  return measured
}
