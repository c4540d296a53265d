/** What a language has by itself, each list separated by spaces. */
export interface LanguageWords {
  /** Names behind a fence. */
  readonly names: string
  readonly family: LanguageFamily
  /** Keywords, built-in functions and types. */
  readonly words: string
  /** Objects and modules whose members are the language's own. */
  readonly globals: string
  /** What it imports without a package. */
  readonly modules?: string
  /** It calls functions of other packages behind the name of the package: one without is one's own. */
  readonly callsByPackage?: true
  /** Methods and fields of its own types. */
  readonly members: string
}

export type LanguageFamily = 'script' | 'shell' | 'data' | 'markup' | 'css' | 'other' | 'none'
