import type { Language } from '../text/language.ts'

/** What the model says in its own words; everything else is quoted. */
export interface Phrases {
  intro: string
  noAnswer: string
  /** Names what is nearest to a question that has no answer. */
  nearest(titles: readonly string[]): string
  otherWords: string
  /** Before a section that is near to a question and does not answer it in as many words. */
  noDirectAnswer: string
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
    noDirectAnswer: 'The documentation has no direct answer to this. Nearest to it is this section:',
  },
  de: {
    intro: 'Das sagt die Dokumentation:',
    noAnswer: 'Das steht nicht in der Dokumentation.',
    nearest: (titles) =>
      `Am nächsten kommt, was sie über ${list(titles, ' und ', ['„', '“'])} sagt: Fragen Sie danach oder mit anderen Worten.`,
    otherWords: 'Fragen Sie mit anderen Worten, am besten mit denen der Dokumentation.',
    noDirectAnswer: 'Die Dokumentation beantwortet das nicht direkt. Am nächsten kommt dieser Abschnitt:',
  },
  fr: {
    intro: 'Voici ce que dit la documentation :',
    noAnswer: 'La documentation ne le dit pas.',
    nearest: (titles) =>
      `Le plus proche est ce qu’elle dit sur ${list(titles, ' et ', ['« ', ' »'])} : demandez cela, ou essayez d’autres mots.`,
    otherWords: 'Essayez d’autres mots, ceux que la documentation emploierait.',
    noDirectAnswer: 'La documentation n’y répond pas directement. Le plus proche est cette section :',
  },
  es: {
    intro: 'Esto es lo que dice la documentación:',
    noAnswer: 'La documentación no lo dice.',
    nearest: (titles) =>
      `Lo más cercano es lo que dice sobre ${list(titles, ' y ', ['«', '»'])}: pregunte por eso o pruebe con otras palabras.`,
    otherWords: 'Pruebe con otras palabras, las que usaría la documentación.',
    noDirectAnswer: 'La documentación no lo responde directamente. Lo más cercano es esta sección:',
  },
  zh: {
    intro: '文档中是这样说的：',
    noAnswer: '文档中没有说明。',
    nearest: (titles) => `最接近的内容是${list(titles, '和', ['《', '》'])}：可以就此提问，或换一种说法。`,
    otherWords: '请换一种说法，最好使用文档中的用词。',
    noDirectAnswer: '文档中没有直接的回答。最接近的是这一节：',
  },
  ja: {
    intro: 'ドキュメントには次のように書かれています。',
    noAnswer: 'ドキュメントには書かれていません。',
    nearest: (titles) =>
      `最も近いのは${list(titles, 'と', ['「', '」'])}です。それについて質問するか、別の言葉でお試しください。`,
    otherWords: 'ドキュメントで使われている言葉など、別の言葉でお試しください。',
    noDirectAnswer: 'ドキュメントに直接の答えはありません。最も近いのは次の節です。',
  },
}
