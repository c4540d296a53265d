import { expect, test } from 'vitest'
import { detectLayout } from '../site.ts'

const sites: [string, Record<string, string>, string | undefined][] = [
  [
    'a theme of MkDocs',
    { 'mkdocs.yml': 'site_name: X\ntheme:\n  name: readthedocs\n  locale: pt_BR\n' },
    'pt-BR',
  ],
  ['Material for MkDocs', { 'mkdocs.yml': 'site_name: X\ntheme:\n  name: material\n  language: fr\n' }, 'fr'],
  [
    'Docusaurus',
    { 'docusaurus.config.js': "module.exports = { i18n: { defaultLocale: 'it', locales: ['it', 'en'] } }\n" },
    'it',
  ],
  ['VitePress', { 'docs/.vitepress/config.ts': "export default { title: 'X', lang: 'sv-SE' }\n" }, 'sv-SE'],
  [
    'VitePress with languages',
    { '.vitepress/config.mts': "export default { locales: { root: { label: 'N', lang: 'nl' } } }\n" },
    'nl',
  ],
  [
    'Hugo',
    { 'hugo.toml': "baseURL = 'https://x.example/'\nlanguageCode = 'de-AT'\n", 'content/a.md': '' },
    'de-AT',
  ],
  [
    'Hugo with a default language',
    { 'hugo.yaml': 'baseURL: https://x.example/\ndefaultContentLanguage: es\n', 'content/a.md': '' },
    'es',
  ],
  [
    'Starlight',
    {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ locales: { root: { label: 'D', lang: 'de' }, en: { label: 'E' } } })] }\n",
      'src/content/docs/a.md': '',
    },
    'de',
  ],
  [
    'Nextra',
    {
      'next.config.mjs':
        "import nextra from 'nextra'\nexport default nextra({})({ i18n: { locales: ['en', 'fr'], defaultLocale: 'fr' } })\n",
      'pages/_meta.json': '{}',
      'pages/a.mdx': '',
    },
    'fr',
  ],
  [
    'mdBook',
    { 'book.toml': '[book]\nlanguage = "pl"\n', 'src/SUMMARY.md': '- [A](a.md)\n', 'src/a.md': '' },
    'pl',
  ],
  ['Sphinx', { 'conf.py': "extensions = ['myst_parser']\nlanguage = 'da'\n", 'index.md': '# A\n' }, 'da'],
  ['Jekyll', { '_config.yml': 'title: X\nlang: fi\n', 'a.md': '---\n---\n' }, 'fi'],
  [
    'Docsify',
    {
      'index.html': '<!DOCTYPE html>\n<html lang="hu"><script>window.$docsify = {}</script></html>\n',
      'a.md': '',
    },
    'hu',
  ],
  ['a configuration without a language', { 'mkdocs.yml': 'site_name: X\n' }, undefined],
  [
    'a configuration whose language is none',
    { 'mkdocs.yml': 'theme:\n  language: custom theme\n' },
    undefined,
  ],
]

test.each(sites)('%s says the language of its pages', (_, tree, language) => {
  const files = [...Object.keys(tree), 'docs/a.md']
  expect(detectLayout({ files, texts: new Map(Object.entries(tree)) }).siteLanguage).toBe(language)
})
