import type { ModelDefect } from '@docent/core'

/** A question to the fixture site, and what is true of every good answer to it. */
export interface CheckQuestion {
  id: string
  title: string
  question: string
  /** ISO 639-1 code of the answer. */
  language: 'en' | 'de' | 'es' | 'fr'
  /** Paths. The answer must cite one of them. */
  cites?: readonly string[]
  /** Each must be in the answer. */
  contains?: readonly RegExp[]
  /** The documentation does not say it. */
  isRefused?: boolean
}

const said = (
  id: string,
  question: string,
  cites: readonly string[],
  contains: readonly RegExp[],
  language: CheckQuestion['language'] = 'en',
): CheckQuestion => ({ id, title: `Answers “${question}”`, question, language, cites, contains })

const unsaid = (id: string, question: string): CheckQuestion => ({
  id,
  title: `Says that the documentation does not say “${question}”`,
  question,
  language: 'en',
  isRefused: true,
})

/** Twelve questions: facts, three languages, and what the documentation does not say. */
export const CHECK_QUESTIONS: readonly CheckQuestion[] = [
  said(
    'staging',
    'How do I deploy a service to staging?',
    ['/quickstart', '/guides/deploy'],
    [/--environment/],
  ),
  said('rollback', 'How do I roll back a release?', ['/guides/rollback'], [/ferry rollback/]),
  said('secret', 'How do I set a secret?', ['/guides/secrets'], [/ferry secrets set/]),
  said(
    'proxy',
    'Which setting is the address of an HTTP proxy?',
    ['/reference/configuration'],
    [/proxy\.url/],
  ),
  said('exit-code', 'What does exit code 2 mean?', ['/reference/errors'], [/configuration/i]),
  said('status', 'How often is the status refreshed?', ['/guides/monitoring'], [/\b(ten|10)\b/i]),
  said(
    'german',
    'Wie lege ich eine neue Umgebung mit ferry environments an?',
    ['/guides/environments'],
    [/ferry environments create/],
    'de',
  ),
  said(
    'spanish',
    '¿Cómo inicio sesión en Ferry Cloud?',
    ['/quickstart', '/es/quickstart'],
    [/ferry login/],
    'es',
  ),
  said(
    'french',
    'Comment revenir à la version précédente avec ferry rollback ?',
    ['/guides/rollback'],
    [/ferry rollback/],
    'fr',
  ),
  unsaid('price', 'How much does Ferry cost each month?'),
  unsaid('kubernetes', 'Which Kubernetes versions does the Ferry operator support?'),
  unsaid('flag', 'What does the option --turbo-boost of ferry deploy do?'),
]

export interface GivenAnswer {
  text: string
  /** Paths of the pages that it cites. */
  cited: readonly string[]
  isUnanswered: boolean
  /** Names that are not in the documentation. */
  invented: readonly string[]
}

export interface Verdict {
  defects: ModelDefect[]
  details: string[]
}

/** Judges an answer by programs alone: citations, texts, names and language. */
export function judgeAnswer(expected: CheckQuestion, given: GivenAnswer): Verdict {
  const { cites = [], contains = [], isRefused = false, language } = expected
  const verdict: Verdict = { defects: [], details: [] }
  const add = (defect: ModelDefect, detail: string) => {
    if (!verdict.defects.includes(defect)) verdict.defects.push(defect)
    verdict.details.push(detail)
  }
  if (given.invented.length > 0)
    add(
      'invents-names',
      `It names ${given.invented.slice(0, 3).join(', ')}, which the documentation does not have.`,
    )
  if (isRefused) {
    if (!given.isUnanswered && (given.cited.length > 0 || !DENIES.test(given.text)))
      add('never-refuses', `The documentation does not say it, and the answer is ${quoted(given.text)}.`)
    return verdict
  }
  const missing = contains.filter((pattern) => !pattern.test(given.text))
  if (given.isUnanswered) add('wrong-answer', 'It says that the documentation does not say it.')
  else {
    if (!cites.some((path) => given.cited.includes(path)))
      add('no-citations', `It cites ${given.cited.join(', ') || 'no page'}, not ${cites.join(' or ')}.`)
    if (missing.length > 0)
      add('wrong-answer', `The answer leaves out what the documentation says: ${quoted(given.text)}.`)
  }
  const spoken = languageOf(given.text)
  if (spoken !== undefined && spoken !== language)
    add('wrong-language', `The question is in ${NAMES[language]}, the answer in ${NAMES[spoken]}.`)
  return verdict
}

/** Words without which nobody says in English that something is not said. */
const DENIES = /\b(?:not|no|cannot|nothing|none|nowhere|neither|unable|without)\b|n['’]t\b/i

const NAMES = { en: 'English', de: 'German', es: 'Spanish', fr: 'French' } as const

/** Small words that the other three do not have. */
const SMALL_WORDS: Readonly<Record<CheckQuestion['language'], RegExp>> = {
  en: /\b(the|and|with|you|your|this|that|is|are|of|to|run|use)\b/gi,
  de: /\b(der|das|und|mit|sie|ihre|ist|sind|eine|einen|für|dann|nicht|wird)\b/gi,
  es: /\b(el|los|las|una|con|para|usted|su|esta|este|ejecute|ejecuta|después|sesión)\b/gi,
  fr: /\b(le|les|des|une|avec|pour|vous|votre|cette|est|dans|exécutez|utilisez|puis)\b/gi,
}

/** Undefined when there is too little text to tell. */
function languageOf(answer: string): CheckQuestion['language'] | undefined {
  const text = answer.replace(/```[\s\S]*?(```|$)/g, ' ').replace(/`[^`]{0,1000}`|\([^)]{0,1000}\)/g, ' ')
  const counts = Object.entries(SMALL_WORDS)
    .map(([code, words]) => ({
      code: code as CheckQuestion['language'],
      count: text.match(words)?.length ?? 0,
    }))
    .sort((first, second) => second.count - first.count)
  const [best, next] = counts
  return best !== undefined && best.count >= 2 && best.count > (next?.count ?? 0) ? best.code : undefined
}

function quoted(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line === '' ? 'empty' : `“${line.length > 80 ? `${line.slice(0, 79)}…` : line}”`
}
