/** How answers begin that say that the documentation may not hold one. */
const DOUBTS = [
  /\b(?:documentation|docs?)\b.{0,40}\b(?:may|might|do(?:es)?|did)(?: not|n['’]t)\b.{0,20}\b(?:answer|say|mention|cover|describe|tell|contain|explain|specify|state|include|have|provide)/i,
  /\b(?:could|can)(?: ?not|n['’]t) (?:find|answer)\b/i,
  /Dokumentation.{0,40}\bnicht\b|\bnicht in der Dokumentation/i,
  /documentation.{0,30}\bpas\b/i,
  /documentación.{0,20}\bno\b|\bno\b.{0,30}documentación/i,
  /文档.{0,8}(?:没有|未)|ドキュメント.{0,24}(?:ません|ない)/,
]

/** Whether an answer says of itself that it may be none. People who only asked each other do not need it. */
export function isDoubtful(answer: string): boolean {
  const [first = ''] = answer.trimStart().split('\n', 1)
  return DOUBTS.some((doubt) => doubt.test(first.slice(0, 300)))
}

/** What people say around a question, in whole sentences. A search for it finds nothing that they want. */
const AROUND =
  /^(?:(?:hi|hello|hey|hallo|hola|bonjour|good (?:morning|afternoon|evening))\b.{0,40}|(?:many |big |vielen )?(?:thanks?|thx|ty|cheers|danke|dank|gracias|merci)\b.{0,60}|\+1|me too|same here|lol|brb\b.{0,20}|welcome\b.{0,40}|(?:great|nice|perfect|cool|awesome|works? now|solved|that was it|good to know)\b.{0,40}|(?:any|some) (?:help|hint|idea|pointer)s?\b.{0,60}|(?:please|pls|plz),? help\b.{0,20}|I(?: am|['’]m) (?:new|a beginner|stuck)\b.{0,60}|(?:sorry|apologies)\b.{0,80}|I(?: have|['’]ve)? (?:searched|googled|looked|tried everything)\b.{0,80})[.!,:) ]*$/i
const TRAILING = /[\s,](?:please|pls|plz)(?: help)?[.!]?$/i

const SETTLED =
  /\b(?:thanks?|thank you|thx|ty|appreciate it|danke|dank|gracias|merci|solved|fixed it|works now|that was it|closing this)\b|ありがとう|谢谢|解決しました/i
const IN_ADVANCE = /\bin advance\b|\bim Voraus\b|\bd['’]avance\b|\bpor adelantado\b/i

/** Lines of one block of code that are searched for, and which of a longer one. */
const CODE_LINES = 12
const FAILURE = /[Ee]rror|ERR|[Ff]ail|FAIL|[Ee]xception|annot|not found|[A-Z]_[A-Z]/

/** What a post asks, and what it says around that: its background, without most of a long log. */
export interface ReadPost {
  question: string
  around: string
}

/** Sentences that ask are the question, if there are any, and all that is told otherwise: nothing in a post of thanks. */
export function readPost(post: string): ReadPost {
  const lines = withoutLogs(post).split('\n')
  const asking: string[] = []
  const telling: string[] = []
  let isCode = false
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode
      telling.push(line)
      continue
    }
    if (isCode) {
      telling.push(line)
      continue
    }
    for (const sentence of line.split(/(?<=[.!?？。])\s+|(?<=[？。])/)) {
      if (AROUND.test(sentence.trim())) continue
      const list = /[?？؟]/.test(sentence) ? asking : telling
      list.push(sentence.replace(TRAILING, '').trimEnd())
    }
  }
  const around = telling
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (asking.length === 0) return { question: isSettled(around, post) ? '' : around, around: '' }
  return { question: asking.join('\n').trim(), around }
}

/** Nothing is left, or somebody says that it was solved. Thanks in advance come with a question. */
function isSettled(around: string, post: string): boolean {
  return around === '' || (SETTLED.test(post) && !IN_ADVANCE.test(post))
}

function withoutLogs(text: string): string {
  const kept: string[] = []
  let code: string[] | undefined
  for (const line of text.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (code === undefined) {
      kept.push(line)
      if (isFence) code = []
    } else if (isFence) {
      kept.push(...shortened(code), line)
      code = undefined
    } else code.push(line)
  }
  return [...kept, ...shortened(code ?? [])].join('\n')
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= CODE_LINES) return lines
  return lines.filter((line) => FAILURE.test(line)).slice(0, CODE_LINES)
}
