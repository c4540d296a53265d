declare module 'passive-voice' {
  /** Where a text is in the passive voice. */
  export default function passive(text: string): { index: number; offset: number }[]
}

declare module 'textlint-rule-terminology' {
  const rule: unknown
  export default rule
}
