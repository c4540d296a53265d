import type { Generator } from '@docent/content'

const CONFIG = /(?:^|\/)handbook\.json$/

interface Handbook {
  chapters?: { title: string; pages: string[] }[]
}

const handbook: Generator = {
  name: 'handbook',
  files: CONFIG,
  layout({ files, texts }) {
    const file = files.find((each) => CONFIG.test(each))
    if (file === undefined) return undefined
    const { chapters = [] }: Handbook = JSON.parse(texts.get(file) ?? '{}')
    const pages = chapters.flatMap(({ title, pages }) =>
      pages.map((page) => ({ path: `/handbook/${page}`, breadcrumb: [title], line: 1, column: 1 })),
    )
    return {
      name: 'handbook',
      formats: ['wiki', 'markdown'],
      root: '',
      isPage: (path) => !path.startsWith('drafts/'),
      pagePath: (path) => `/handbook/${path.replace(/\.\w+$/, '')}`,
      language: () => undefined,
      version: () => undefined,
      navigation: { pages, redirects: [], problems: [] },
      navigationIsComplete: false,
    }
  },
}

export default handbook
