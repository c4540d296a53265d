/** Stands where a sentence was left out. */
export const LEFT_OUT = '(…)'

/** What an answer says at its end when sentences of it were left out, by language. */
const NOTES = {
  en: 'Docent removed the text at (…), because it named something that the documentation does not contain.',
  de: 'Docent hat weggelassen, was an den Stellen (…) stand: Es nannte etwas, das die Dokumentation nicht kennt.',
  fr: 'Docent a retiré le texte marqué (…) : il nommait une chose absente de la documentation.',
  es: 'Docent omitió el texto marcado con (…): nombraba algo que la documentación no contiene.',
  zh: '标有 (…) 的内容已被 Docent 省略：其中的名称不在文档中。',
  ja: '(…) の箇所は Docent が省略しました。文書にない名前が含まれていたためです。',
} as const

/** Small words that hardly any other of these languages has. */
const SMALL_WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es', RegExp>> = {
  en: /\b(?:the|is|are|and|with|for|this|that|you|your|use|how|does|what)\b/g,
  de: /\b(?:der|die|das|und|ist|mit|für|nicht|sie|eine[nmr]?|wie|den|dem|wird)\b/g,
  fr: /\b(?:les?|la|des|est|une|pour|avec|vous|dans|sur|comment|votre|pas)\b/g,
  es: /\b(?:el|los|las|es|una|para|con|por|su|cómo|como|del|que|puede)\b/g,
}

/** The note in the language of the answer, or of its question where the answer is short. */
export function leftOutNote(answer: string, question: string): string {
  const text = `${question}\n${answer}`.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ').toLowerCase()
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return NOTES.ja
  if (/\p{sc=Han}/u.test(text)) return NOTES.zh
  let best: { language: keyof typeof SMALL_WORDS; count: number } = { language: 'en', count: 0 }
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    const count = text.match(SMALL_WORDS[language])?.length ?? 0
    if (count > best.count) best = { language, count }
  }
  return NOTES[best.language]
}

/** Marks of emphasis that begin outside of what was left out and end in it, or the other way round. */
export function openMarks(leftOut: string): string {
  const text = leftOut.replace(/(`+)[^`]*\1/g, '')
  let marks = ''
  let rest = text
  for (const mark of ['**', '~~', '*']) {
    const pieces = rest.split(mark)
    if (pieces.length % 2 === 0) marks += mark
    rest = pieces.join('')
  }
  return marks
}
