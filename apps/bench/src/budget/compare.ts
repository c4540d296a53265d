/** How many times as fast as its floor, or in how few commits, each thing was done when it was recorded. */
export type Ratios = Readonly<Record<string, number>>

/** A ratio may lose a quarter: more is a change of the code, not of the machine. */
const LEAST_SHARE = 0.75

/** What got slower than its budget allows, in words. */
export function overBudget(measured: Ratios, recorded: Ratios): string[] {
  const missing = Object.keys(recorded).filter((name) => !(name in measured))
  return [
    ...missing.map((name) => `${name} was not measured`),
    ...Object.entries(measured).flatMap(([name, ratio]) => {
      const before = recorded[name]
      if (before === undefined) return [`${name} has no recorded ratio: run the budget with record`]
      if (ratio >= before * LEAST_SHARE) return []
      return [
        `${name}: ${ratio.toFixed(3)} times as good as the floor, and ${before.toFixed(3)} was recorded`,
      ]
    }),
  ]
}
