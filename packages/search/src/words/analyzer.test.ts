import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cpuTimeOf } from '@docent/testing'
import { expect, test } from 'vitest'
import { Analyzer } from './analyzer.ts'

const terms = (text: string, language?: string) => new Analyzer().terms(text, language)

test.each([
  ['useChatTransport', ['us', 'chat', 'transport', 'usechattransport']],
  ['X-Session-Id', ['x', 'session', 'id', 'xsessionid']],
  ['retrieval_page_size', ['retriev', 'page', 'size', 'retrievalpages']],
  ['docs.json', ['doc', 'json', 'docsjson']],
  ['HTTPServer', ['http', 'server', 'httpserver']],
])('gives the parts of %s and the whole', (text, expected) => {
  expect(terms(text)).toEqual(expected)
})

test('gives one whole to all spellings of an identifier', () => {
  const wholes = ['retrieval_page_size', 'retrievalPageSize', 'retrieval-page-size', 'RETRIEVAL_PAGE_SIZE']
  expect(new Set(wholes.map((text) => terms(text).at(-1))).size).toBe(1)
})

test('drops stop words, case, accents and English endings', () => {
  expect(terms('What is the Café’s installing, installed?')).toEqual(['cafe', 'instal', 'instal'])
})

test('keeps a flag that is a stop word, and no dash', () => {
  expect(terms('--with lanterns, with oil, --all-decks, --keep')).toEqual([
    'with',
    'lantern',
    'oil',
    'all',
    'deck',
    'alldeck',
    'keep',
  ])
})

test('splits scripts without spaces into pairs', () => {
  expect(terms('検索方法')).toEqual(['検索', '索方', '方法'])
})

test('ignores what nobody types', () => {
  expect(terms(`${'a'.repeat(100)} --${'a'.repeat(100)} !!! --`)).toEqual([])
})

test('reads a long text with one joint after the other in linear time', async () => {
  const text = 'a.'.repeat(100_000)
  expect(await cpuTimeOf(() => terms(text))).toBeLessThan(1_000)
})

test.each([
  ['de', 'Die Konfigurationen der Häuser', ['konfiguration', 'haus']],
  ['de-DE', 'größeren', ['gross']],
  ['fr', "l'installation des paramètres d’entrée", ['install', 'parametr', 'entre']],
  ['it', "dell'utente, quest’opzione, l'host", ['utent', 'opzion', 'host']],
  ['es', 'las configuraciones del módulo', ['configur', 'modul']],
  ['pt-br', 'as configurações', ['configur']],
  ['ru', 'настройки docs.json components', ['настроик', 'doc', 'json', 'docsjson', 'compon']],
  ['zh-CN', '使用React组件', ['使用', 'react', '组件']],
  ['ja', 'ランタンの設定', ['ラン', 'ンタ', 'タン', 'ンの', 'の設', '設定']],
  ['ko', '설정 파일', ['설정', '파일']],
  ['xx', 'Unbekannte Sprache', ['unbekannte', 'sprache']],
])('follows the rules of language %s', (language, text, expected) => {
  expect(terms(text, language)).toEqual(expected)
})

test('takes letters that look alike for the same', () => {
  expect(terms('ＤＯＣＳ ﬁle', 'ja')).toEqual(['doc', 'file'])
  expect(terms('cafe\u0301')).toEqual(terms('café'))
})

test('a remembered word does not keep the page that it came from', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const analyzer = new Analyzer()
  const pages = 100
  const pageBytes = 1_000_000
  collect()
  const before = process.memoryUsage().heapUsed
  for (let page = 0; page < pages; page++)
    analyzer.terms(`${'. '.repeat(pageBytes / 2)} configuration${page}settings`)
  collect()
  const kept = process.memoryUsage().heapUsed - before
  // Used after the measurement, so that it is there while it is measured.
  expect(analyzer.terms('configuration')).toEqual(['configur'])
  expect(kept).toBeLessThan((pages * pageBytes) / 4)
})
