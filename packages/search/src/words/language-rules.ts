import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as english } from 'stemmer'
import { STOP_WORDS } from './stop-words.ts'

/** How words of a language are brought to one form. */
export interface LanguageRules {
  /** Of a lower-case word in Unicode's composed form (NFC), accents kept. */
  stem(word: string): string
  readonly stopWords: ReadonlySet<string>
}

/** By ISO 639-1 code. The stemmers are those of Snowball, but for English, whose Porter stemmer scored better. */
const RULES: Readonly<Record<string, LanguageRules>> = {
  ar: rules(arabic, 'ar'),
  da: rules(danish, 'da'),
  de: rules(german, 'de'),
  en: rules(english, 'en'),
  es: rules(spanish, 'es'),
  fi: rules(finnish, 'fi'),
  fr: rules(french, 'fr'),
  hu: rules(hungarian, 'hu'),
  it: rules(italian, 'it'),
  nb: rules(norwegian, 'no'),
  nl: rules(dutch, 'nl'),
  no: rules(norwegian, 'no'),
  pt: rules(portuguese, 'pt'),
  ro: rules(romanian, 'ro'),
  ru: rules(russian, 'ru'),
  sv: rules(swedish, 'sv'),
  tr: rules(turkish, 'tr'),
}

/** Words of other languages are kept as they are, but for accents and case. */
const UNCHANGED: LanguageRules = { stem: (word) => word, stopWords: new Set() }

/** @param code ISO 639-1 */
export function rulesOf(code: string): LanguageRules {
  return Object.hasOwn(RULES, code) ? (RULES[code] ?? UNCHANGED) : UNCHANGED
}

function rules(stem: (word: string) => string, code: string): LanguageRules {
  return { stem, stopWords: STOP_WORDS[code] ?? new Set() }
}
