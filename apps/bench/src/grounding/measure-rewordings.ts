import { checkNames, EvidenceNames, type GroundedName } from '@docent/core'
import {
  CERTAIN_FAULTS,
  type CertainFault,
  type FaultyAnswer,
  type FoundFaults,
  injectFault,
  noFaults,
} from './faults.ts'
import { lookUpIn } from './measure.ts'
import { SeededRandom } from './random.ts'
import type { Rewording } from './rewordings.ts'

export interface RewordingFigures {
  answers: number
  names: number
  /** Names called invented or unconfirmed: people kept them, so none is. */
  alarms: readonly { rewording: Rewording; name: GroundedName }[]
  alarmed: number
  found: Readonly<FoundFaults<CertainFault>>
  missed: readonly { rewording: Rewording; fault: FaultyAnswer }[]
}

/**
 * Checks each line as it was said before against the section of the page that says it now, and the same line with a
 * fault of each kind that it has a place for.
 */
export async function measureRewordings(
  rewordings: readonly Rewording[],
  seed: number,
): Promise<RewordingFigures> {
  const random = new SeededRandom(seed)
  const alarms: { rewording: Rewording; name: GroundedName }[] = []
  const missed: { rewording: Rewording; fault: FaultyAnswer }[] = []
  const found = noFaults(CERTAIN_FAULTS)
  let names = 0
  let alarmed = 0
  for (const rewording of rewordings) {
    const passages = new EvidenceNames()
    passages.add(1, rewording.file, sectionWith(rewording))
    const evidence = { passages, asked: new EvidenceNames(), isCited: () => true }
    const check = async (text: string) =>
      (await checkNames(`${text} [1]`, evidence, lookUpIn({ names: new Set(), facts: new Set() }))).names
    const all = await check(rewording.before)
    names += all.length
    const wrong = all.filter(isAlarm)
    if (wrong.length > 0) alarmed++
    for (const name of wrong) alarms.push({ rewording, name })
    for (const kind of CERTAIN_FAULTS) {
      const fault = injectFault(rewording.before, kind, { text: rewording.page, names: new Set() }, random)
      if (fault === undefined) continue
      found[kind].of++
      const there = (await check(fault.text)).filter(
        ({ start, end }) => start < fault.end && end > fault.start,
      )
      if (there.some(isAlarm)) found[kind].found++
      else missed.push({ rewording, fault })
    }
  }
  return { answers: rewordings.length, names, alarms, alarmed, found, missed }
}

function isAlarm({ verdict, unconfirmedWith }: GroundedName): boolean {
  return verdict === 'invented' || unconfirmedWith !== undefined
}

const HEADING = /^#{1,6} /m

/** From the heading above a line to the next one. */
function sectionWith({ page, now }: Rewording): string {
  const at = page.indexOf(now)
  const start = page.slice(0, at).lastIndexOf('\n#')
  const behind = at + now.length
  const end = page.slice(behind).search(HEADING)
  return page.slice(start + 1, end === -1 ? undefined : behind + end)
}
