import { expect, test } from 'vitest'
import { RAW_BRACE } from './raw-brace.ts'
import { renderLiquid } from './render-liquid.ts'

const SCOPE = {
  site: {
    title: 'Acme',
    lamps: [
      { name: 'North', range: 12 },
      { name: 'South', range: 9 },
    ],
  },
  page: { level: 3, tags: ['a', 'b'], draft: false },
}
const written = (text: string) =>
  renderLiquid(text, SCOPE, { addressOf: (kind, target) => `/${kind}/${target}` })

test.each([
  ['{{ site.title | upcase | append: "!" }}', 'ACME!'],
  ['{{ site.lamps[1].name }} {{ site.lamps.size }} {{ site.lamps.first["range"] }}', 'South 2 12'],
  ["{{ site.lamps | sort: 'range' | map: 'name' | join: ', ' }}", 'South, North'],
  ['{{ nothing | default: "else" }}{{ nothing.more }}{{ "now" | date: "%Y" }}', 'else'],
  ['{% if page.level > 2 and page.tags contains "b" %}yes{% else %}no{% endif %}', 'yes'],
  ['{% if page.draft or nothing %}a{% elsif site.title == "Acme" %}b{% endif %}', 'b'],
  ['{% unless page.draft %}shown{% endunless %}', 'shown'],
  ['{% case page.level %}{% when 1, 2 %}low{% when 3 %}high{% endcase %}', 'high'],
  ['{% for lamp in site.lamps reversed limit:1 %}{{ lamp.name }}{{ forloop.last }}{% endfor %}', 'Northtrue'],
  ['{% for i in (1..3) %}{{ i }}{% endfor %}{% for i in none %}x{% else %}empty{% endfor %}', '123empty'],
  ['{% assign a = "x y" | split: " " %}{% capture b %}<{{ a[1] }}>{% endcapture %}{{ b }}', '<y>'],
  ['a \n{%- if true -%} \n b{% endif %}', 'ab'],
  [
    '{% comment %}gone {{ site.title }}{% endcomment %}{% link a.md %} {% post_url 2024-01-01-b %}',
    '/link/a.md /post_url/2024-01-01-b',
  ],
  [
    '{% jekyll-include a="1" b=page.level %}{{ include.a }}{{ include.b }}{% endjekyll-include %}{{ include.a }}',
    '13',
  ],
  ['{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}', '\n```ruby\nputs 1\n```\n'],
  ['{% tabs %}kept{% endtabs %}', '{% tabs %}kept{% endtabs %}'],
  ['{% if open %}never closed', ''],
  ['{{ never closed', '{{ never closed'],
])('%s is %s', (text, expected) => {
  expect(written(text)).toBe(expected)
})

test('what stands within raw is no Liquid', () => {
  expect(written('{% raw %}{{ site.title }} {% if %}{% endraw %}')).toBe(
    `${RAW_BRACE}{ site.title }} ${RAW_BRACE}% if %}`,
  )
})

test('loops and filters that multiply end', () => {
  const loop = '{% for a in (1..1000) %}'
  const text = `${loop.repeat(10)}x${'{% endfor %}'.repeat(10)}`
  expect(written(text).length).toBeLessThan(100_000)
  const doubled = `{% assign a = "abcdefgh" %}${'{% assign a = a | append: a %}'.repeat(200)}{{ a }}`
  expect(written(doubled).length).toBeLessThan(1_000_000)
})
