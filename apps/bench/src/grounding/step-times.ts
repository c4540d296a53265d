import { checkNames, type NameEvidence, type NameIndex } from '@docent/core'

/** Characters of 1,500 tokens. */
const LONG_ANSWER = 6_000
/** The clock of CPU time moves in steps of some ms: so many runs are measured as one. */
const RUNS = 20
/** A step ends with a code span or a code block, as text is held until then. */
const STEP = /`[^`\n]+`|^```[^\n]*\n[\s\S]*?^```$/gm

/**
 * CPU time of each check while an answer of 1,500 tokens streams with its names held back, and of the check of the whole
 * at its end, ms. Searches for values, which come after the text, are not part of it.
 */
export async function stepTimes(
  text: string,
  evidence: NameEvidence,
  { lookUp }: NameIndex,
): Promise<{ steps: number[]; whole: number }> {
  let answer = text
  while (answer.length < LONG_ANSWER) answer += `\n\n${text}`
  answer = answer.slice(0, LONG_ANSWER)
  const cpuOf = (checked: string) => cpuTime(() => checkNames(checked, evidence, { lookUp }))
  const steps: number[] = []
  for (const { 0: piece, index } of answer.matchAll(STEP)) {
    const begins = Math.max(0, answer.lastIndexOf('\n\n', index))
    steps.push(await cpuOf(answer.slice(begins, index + piece.length)))
  }
  return { steps, whole: await cpuOf(answer) }
}

async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  for (let run = 0; run < 2; run++) await work()
  const began = process.threadCpuUsage()
  for (let run = 0; run < RUNS; run++) await work()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1_000 / RUNS
}
