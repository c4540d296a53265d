import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { find, index, type RetrieverContext } from './retriever-context.ts'

/** A page, and other ways to write words of it. */
const LANGUAGES: readonly { language: string; text: string; queries: readonly string[] }[] = [
  { language: 'en', text: 'Hanging lanterns in harbours.', queries: ['lantern', 'harbour'] },
  { language: 'de', text: 'Die Laternen der Häfen leuchten.', queries: ['Laterne', 'LATERNEN'] },
  {
    language: 'fr',
    text: 'Allumez les lanternes de l’entrée principale.',
    queries: ['lanterne', 'entree', 'entrées'],
  },
  {
    language: 'es',
    text: 'Las configuraciones del farol.',
    queries: ['configuración', 'configuraciones', 'faroles'],
  },
  { language: 'zh-CN', text: '如何安装灯笼组件。', queries: ['灯笼', '安装'] },
  { language: 'ja', text: 'ランタンの設定方法について。', queries: ['ランタン', '設定'] },
]

/** Words of other languages, words that mean the same, and slips of the keyboard. */
export const retrieverLanguageCases: readonly ContractCase<RetrieverContext>[] = [
  ...LANGUAGES.map(
    ({ language, text, queries }): ContractCase<RetrieverContext> => ({
      name: `finds other forms of a word on a page in language ${language}`,
      async run({ retriever }) {
        await index(retriever, [{ path: '/page', title: '1', texts: [text], language }])
        for (const query of queries) {
          expect([query, await find(retriever, query)]).toEqual([query, ['/page']])
          expect([query, await find(retriever, query, { language })]).toEqual([query, ['/page']])
        }
      },
    }),
  ),
  {
    name: 'finds forms of a word on a site in several languages, whichever the query is in',
    async run({ retriever }) {
      await index(
        retriever,
        LANGUAGES.map(({ language, text }) => ({
          path: `/${language}`,
          title: '1',
          texts: [text],
          language,
        })),
      )
      for (const { language, queries } of LANGUAGES) {
        for (const query of queries) {
          expect([query, await find(retriever, query, { language })]).toEqual([query, [`/${language}`]])
        }
      }
      expect(await find(retriever, 'Laterne')).toContain('/de')
      expect(await find(retriever, 'lanterne')).toContain('/fr')
    },
  },
  {
    name: 'finds forms of a word by the language of the site, and such a page under every language',
    async run({ retriever }) {
      const texts = ['L’authentification des chevaux.']
      await index(retriever, [{ path: '/page', title: '1', texts, siteLanguage: 'fr' }])
      for (const filter of [{}, { language: 'fr' }, { language: 'de' }])
        expect([filter, await find(retriever, 'authentification', filter)]).toEqual([filter, ['/page']])
    },
  },
  {
    name: 'finds Latin words inside of a text without spaces',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/page', title: '1', texts: ['使用React组件和docs.json文件。'], language: 'zh' },
      ])
      for (const query of ['react', '组件', 'docs.json'])
        expect([query, await find(retriever, query)]).toEqual([query, ['/page']])
    },
  },
  {
    name: 'forgives a slip in one word of several',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/rope', title: 'Rope', texts: ['Tie the rope to the harbour.'] },
        { path: '/lantern', title: 'Light', texts: ['Tie the lantern to the mast.'] },
      ])
      expect((await find(retriever, 'lanetrn'))[0]).toBe('/lantern')
      expect((await find(retriever, 'tie lantrn'))[0]).toBe('/lantern')
    },
  },
  {
    name: 'finds words by the synonyms that the query brings, and by no others',
    async run({ retriever }) {
      await index(retriever, [
        { path: '/access', title: 'Access', texts: ['Single sign on for everyone.'] },
        { path: '/short', title: 'Setup', texts: ['Turn SSO on.'] },
        { path: '/other', title: 'Other', texts: ['Ropes and masts.'] },
      ])
      const synonyms = [
        ['sso', 'single sign on', 'federated login'],
        ['rope', 'line'],
      ]
      expect(await find(retriever, 'sso')).toEqual(['/short'])
      expect((await find(retriever, 'sso', {}, { synonyms })).sort()).toEqual(['/access', '/short'])
      expect((await find(retriever, 'federated login', {}, { synonyms })).sort()).toEqual([
        '/access',
        '/short',
      ])
      expect(await find(retriever, 'single sign on', {}, { synonyms })).toEqual(
        expect.arrayContaining(['/access', '/short']),
      )
      expect(await find(retriever, 'line', {}, { synonyms })).toEqual(['/other'])
    },
  },
]
