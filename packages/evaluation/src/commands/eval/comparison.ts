import { type ComparedMeasure, type DifferentSetting, isCertain } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'

const TITLES = (before: string, after: string) =>
  ['', 'questions', `${before} → ${after}`, '95% interval', ''] as const

/** Differences of two evaluations over the same questions, for people. */
export function showComparison(
  comparison: readonly ComparedMeasure[],
  before: string,
  after: string,
  out: CommandOutput,
): void {
  out.line('')
  if (comparison.length === 0) out.line('The two evaluations have no questions in common.')
  else out.table([...TITLES(before, after)], comparison.map(row))
}

/** The same as a Markdown table. */
export function comparisonTable(
  comparison: readonly ComparedMeasure[],
  before: string,
  after: string,
): string {
  if (comparison.length === 0) return 'The two evaluations have no questions in common.'
  const titles = TITLES(before, after)
  const rows = [titles, titles.map(() => '---'), ...comparison.map(row)]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What two evaluations were not measured with alike, in one line. */
export function differencesText(differs: readonly DifferentSetting[]): string {
  const each = differs.map(
    ({ setting, before, after }) => `${setting} ${before ?? 'none'} → ${after ?? 'none'}`,
  )
  return `What differs: ${each.join('; ') || 'no setting'}.`
}

/** One line for each figure that is worse, whatever questions one draws. */
export function lossesOf(comparison: readonly ComparedMeasure[]): string[] {
  return comparison
    .filter((measure) => isCertain(measure) && measure.difference < 0)
    .map(
      (each) => `${each.measure} is worse than the baseline: ${signed(each.difference)} (${interval(each)})`,
    )
}

function row(each: ComparedMeasure): string[] {
  const verdict = isCertain(each) ? (each.difference > 0 ? 'better' : 'worse') : 'not certain'
  return [each.measure, String(each.questions), signed(each.difference), interval(each), verdict]
}

function interval({ low, high }: ComparedMeasure): string {
  return `${signed(low)} to ${signed(high)}`
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3)
  return text === '0.000' ? text : `${value < 0 ? '-' : '+'}${text}`
}
