import { expect, test } from 'vitest'
import { sphinxRedirects } from './redirects.ts'

const redirects = (script: string) => sphinxRedirects(script, (inside) => `/${inside}.html`)

test('reads redirects of sphinx-reredirects, beside the old page', () => {
  const script = `redirects = {
    "config": "reference/config.html#env",
    'plugins/howto': "../plugin/howto.html",
    "old": "https://docs.example.com/new",
    "news/*": "blog/$source.html",
}
other = {"a": "b"}
`
  expect(redirects(script)).toEqual([
    { source: '/config.html', destination: '/reference/config.html#env' },
    { source: '/plugins/howto.html', destination: '/plugin/howto.html' },
    { source: '/old.html', destination: 'https://docs.example.com/new' },
  ])
})

test('reads redirects of sphinxext-rediraffe, from document to document', () => {
  expect(redirects('rediraffe_redirects: dict[str, str] = {\n  "a/b.rst": "c.rst",\n}\n')).toEqual([
    { source: '/a/b.html', destination: '/c.html' },
  ])
})
