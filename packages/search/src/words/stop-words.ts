import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as danish } from '@orama/stopwords/danish'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as finnish } from '@orama/stopwords/finnish'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as hungarian } from '@orama/stopwords/hungarian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as norwegian } from '@orama/stopwords/norwegian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as turkish } from '@orama/stopwords/turkish'

/** English words that say nothing about what is looked for. Question words are among them: queries are questions. */
const ENGLISH =
  `a about am an and any are as at be because been being but by can cannot could did do does doing don for from
  had has have having he her here hers him his how i if in into is it its just me my no nor not of off on or our
  ours s she should so some such t than that the their theirs them then there these they this those to too us very
  was we were what when where which while who whom why will with would you your yours`.split(/\s+/)

/** Question words that the lists lack. */
const FRENCH = 'comment pourquoi quand où combien puis peut peux faire'.split(' ')
const GERMAN = 'wann warum wieso wer wen wem geht gibt'.split(' ')

/** Words on the Spanish list that documentation is about. */
const SPANISH_CONTENT = new Set(
  'estado estados total valor modo final tiempo general usar uso usa usan ejemplo trabajo trabajar informó emplear empleo diferente existe existen principalmente buscar mayor menos nuevo nueva parte largo'.split(
    ' ',
  ),
)

/** Words that say nothing about what is looked for, by ISO 639-1 code, in lower case. */
export const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  ar: new Set(arabic),
  da: new Set(danish),
  de: new Set([...german, ...GERMAN]),
  en: new Set(ENGLISH),
  es: new Set(spanish.filter((word) => !SPANISH_CONTENT.has(word))),
  fi: new Set(finnish),
  fr: new Set([...french, ...FRENCH]),
  hu: new Set(hungarian),
  it: new Set(italian),
  nl: new Set(dutch),
  no: new Set(norwegian),
  pt: new Set(portuguese),
  ro: new Set(romanian),
  ru: new Set(russian),
  sv: new Set(swedish),
  tr: new Set(turkish),
}
