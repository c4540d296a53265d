/** A fact among names, which hold no spaces. */
export function factTerm(fact: number): string {
  return `fact ${fact}`
}
