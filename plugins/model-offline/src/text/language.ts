/** Languages that questions are understood in; any other is read as English. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja'

/** Small words that hardly any other of these languages has. */
const TELLING: readonly (readonly [Language, RegExp])[] = [
  [
    'de',
    /^(?:wie|was|wann|warum|wo|wer|welche[rsnm]?|ich|ist|sind|kann|können|muss|der|die|das|den|dem|ein|eine[rnm]?|mein|meine[rn]?|und|oder|nicht|für|mit|von|zum?|zur|es|gibt|geht|wird|werden|zwischen|ohne|einen)$/,
  ],
  [
    'fr',
    /^(?:comment|quel(?:le)?s?|quand|pourquoi|où|est|sont|puis|peut|je|les?|la|un|une|des|du|dans|pour|avec|sans|mon|ma|mes|et|ou|que|qui|faut|il|entre|sur|ce|cette|au|aux|y)$/,
  ],
  [
    'es',
    /^(?:cómo|como|qué|que|cuándo|cuál(?:es)?|dónde|por|es|son|puedo|puede|el|la|los|las|un|una|del?|en|para|con|sin|mi|mis|y|o|se|hay|entre|al|cuánto|cuánta)$/,
  ],
  [
    'en',
    /^(?:how|what|when|why|where|who|which|is|are|can|does?|the|an?|my|and|or|not|for|with|from|to|of|in|it|i|you|between|without)$/,
  ],
]

/** Letters that only one of them writes. */
const LETTERS: Readonly<Partial<Record<Language, RegExp>>> = { de: /[äöüß]/, fr: /[çèêœàù]/, es: /[ñ¿¡]/ }

/** The language of a question: by its script, else by its small words. */
export function languageOf(text: string): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja'
  if (/\p{sc=Han}/u.test(text)) return 'zh'
  const lower = text.toLowerCase().normalize('NFC')
  const words = lower.match(/\p{L}+/gu) ?? []
  let best: { language: Language; count: number } = { language: 'en', count: 0 }
  for (const [language, telling] of TELLING) {
    const letters = LETTERS[language]?.test(lower) ? 1 : 0
    const count = words.filter((word) => telling.test(word)).length + letters
    if (count > best.count || (count === best.count && language === 'en')) best = { language, count }
  }
  return best.language
}
