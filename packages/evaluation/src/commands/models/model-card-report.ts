import { style } from '@docent/command-line'
import type { ModelCard, ModelCheck, ModelFitness } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'

const MARKS = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '-'] } as const

const AREAS: Readonly<Record<ModelCheck['area'], string>> = {
  protocol: 'Protocol',
  context: 'Context window',
  answers: 'Answers',
  agent: 'Agent tasks',
}

const FITNESS: Readonly<Record<ModelFitness, string>> = {
  good: 'good enough',
  limited: 'usable, with the failures below',
  unfit: 'not good enough',
  unknown: 'not checked',
}

/** The report card for people. */
export function showCard(card: ModelCard, out: CommandOutput): void {
  const { model, fitness, checks, advice, cost, ms, inputTokens, outputTokens } = card
  out.line(model)
  out.line(`  for the assistant: ${FITNESS[fitness.assistant]}`)
  out.line(`  for the agent:     ${FITNESS[fitness.agent]}`)
  for (const [area, all] of Map.groupBy(checks, (check) => check.area)) {
    const ran = all.filter(({ outcome }) => outcome !== 'skipped')
    const passed = ran.filter(({ outcome }) => outcome === 'passed').length
    out.line(`\n${AREAS[area]}: ${passed} of ${ran.length} passed`)
    for (const { outcome, title, detail } of all) {
      const [colour, mark] = MARKS[outcome]
      out.line(`${style(colour, mark)} ${title}`)
      if (detail !== undefined) out.line(`    ${detail}`)
    }
  }
  out.line('')
  if (advice.length > 0) {
    out.line('Recommended settings:')
    for (const { setting, value, why } of advice) out.line(`  ${setting}: ${value}\n    ${why}`)
  } else out.line('The model needs no special settings.')
  const tokens = (inputTokens + outputTokens).toLocaleString('en')
  const price = cost === null ? 'at an unknown price' : cost === 0 ? 'for free' : `for $${cost.toFixed(4)}`
  out.line(`\nTook ${(ms / 1_000).toFixed(1)} s and ${tokens} tokens, ${price}.`)
}
