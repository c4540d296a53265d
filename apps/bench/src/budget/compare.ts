/** How many times as fast as its floor each thing was when it was recorded. */
export type Ratios = Readonly<Record<string, number>>

/** A ratio may lose a quarter: more is a change of the code, not of the machine. */
const LEAST_SHARE = 0.75

/** The higher of both ratios of each thing. */
export function betterOf(one: Ratios, other: Ratios): Ratios {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]))
}

/** What got slower than its budget allows, in words. */
export function overBudget(measured: Ratios, recorded: Ratios): string[] {
  const missing = Object.keys(recorded).filter((name) => !(name in measured))
  return [
    ...missing.map((name) => `${name} was not measured`),
    ...Object.entries(measured).flatMap(([name, ratio]) => {
      const before = recorded[name]
      if (before === undefined) return [`${name} has no recorded ratio: run the budget with record`]
      if (ratio >= before * LEAST_SHARE) return []
      return [`${name} is ${ratio.toFixed(2)} times its floor, and ${before.toFixed(2)} were recorded`]
    }),
  ]
}
