/** The value below which a share of the sorted values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** A row of a table on the console: a name, then figures of equal width. */
export function row(name: string, ...figures: readonly string[]): void {
  console.log(name.padEnd(26) + figures.map((figure) => figure.padStart(16)).join(''))
}
