import type { ClaimFormat } from '../claim-format.ts'
import type { HttpClaimsOptions } from '../options.ts'
import { docentFormat } from './docent-format.ts'
import { ollamaFormat } from './ollama-format.ts'
import { teiFormat } from './tei-format.ts'

/** The formats by the name of the option `api`. */
export const CLAIM_FORMATS: Readonly<Record<HttpClaimsOptions['api'], ClaimFormat>> = {
  docent: docentFormat,
  tei: teiFormat,
  ollama: ollamaFormat,
}
