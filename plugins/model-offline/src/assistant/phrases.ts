import type { Language } from '../text/language.ts'

/** What the model says in its own words; everything else is quoted. */
export interface Phrases {
  intro: string
  noAnswer: string
  /** Names what is nearest to a question that has no answer. */
  nearest(titles: readonly string[]): string
  otherWords: string
  /** Before a section that is near to a question, and may not answer it. */
  near: string
}

/** How an answer begins when the documentation holds none. */
export const NO_ANSWER = 'The documentation does not say.'

const list = (titles: readonly string[], and: string, [open, close] = ['“', '”']) =>
  titles.map((title) => `${open}${title}${close}`).join(and)

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    intro: 'Here is what the documentation says:',
    noAnswer: NO_ANSWER,
    nearest: (titles) =>
      `Nearest to it is what it says about ${list(titles, ' and ')}: ask about that, or try other words.`,
    otherWords: 'Try other words, the ones that the documentation itself would use.',
    near: 'The documentation may not answer this. Nearest to it is:',
  },
  de: {
    intro: 'Das sagt die Dokumentation:',
    noAnswer: 'Das steht nicht in der Dokumentation.',
    nearest: (titles) =>
      `Am nächsten kommt, was sie über ${list(titles, ' und ', ['„', '“'])} sagt: Fragen Sie danach oder mit anderen Worten.`,
    otherWords: 'Fragen Sie mit anderen Worten, am besten mit denen der Dokumentation.',
    near: 'Vielleicht beantwortet die Dokumentation das nicht. Am nächsten kommt:',
  },
  fr: {
    intro: 'Voici ce que dit la documentation :',
    noAnswer: 'La documentation ne le dit pas.',
    nearest: (titles) =>
      `Le plus proche est ce qu’elle dit sur ${list(titles, ' et ', ['« ', ' »'])} : demandez cela, ou essayez d’autres mots.`,
    otherWords: 'Essayez d’autres mots, ceux que la documentation emploierait.',
    near: 'La documentation n’y répond peut-être pas. Le plus proche est :',
  },
  es: {
    intro: 'Esto es lo que dice la documentación:',
    noAnswer: 'La documentación no lo dice.',
    nearest: (titles) =>
      `Lo más cercano es lo que dice sobre ${list(titles, ' y ', ['«', '»'])}: pregunte por eso o pruebe con otras palabras.`,
    otherWords: 'Pruebe con otras palabras, las que usaría la documentación.',
    near: 'Quizás la documentación no lo responda. Lo más cercano es:',
  },
  zh: {
    intro: '文档中是这样说的：',
    noAnswer: '文档中没有说明。',
    nearest: (titles) => `最接近的内容是${list(titles, '和', ['《', '》'])}：可以就此提问，或换一种说法。`,
    otherWords: '请换一种说法，最好使用文档中的用词。',
    near: '文档可能没有回答这个问题。最接近的是：',
  },
  ja: {
    intro: 'ドキュメントには次のように書かれています。',
    noAnswer: 'ドキュメントには書かれていません。',
    nearest: (titles) =>
      `最も近いのは${list(titles, 'と', ['「', '」'])}です。それについて質問するか、別の言葉でお試しください。`,
    otherWords: 'ドキュメントで使われている言葉など、別の言葉でお試しください。',
    near: 'ドキュメントに答えがないかもしれません。最も近いのは次の内容です。',
  },
}
