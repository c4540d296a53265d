import { expect, test } from 'vitest'
import { withCodeTitles } from './code-titles.ts'

test.each([
  ['```js\n// src/a.js\n\nconst a = 1\n```', '```js title="src/a.js"\nconst a = 1\n```'],
  ['- ~~~css {1}\n  /* a.css */\n  b {}\n  ~~~', '- ~~~css title="a.css" {1}\n  b {}\n  ~~~'],
  ['```md\n---\n# src/a.md\n---\n\nText\n```', '```md title="src/a.md"\nText\n```'],
  ['```yaml\n---\n# src/a.yml\nb: c\n---\n```', '```yaml title="src/a.yml"\n---\nb: c\n---\n```'],
  ['```ts\n// Example: astro.config.ts\na()\n```', '```ts title="astro.config.ts"\na()\n```'],
])('%j has a title', (written, expected) => {
  expect(withCodeTitles(written)).toBe(expected)
})

test.each([
  '```js title="b.js"\n// a.js\n```',
  '```js\n// A sentence about a.js.\n```',
  '```js\n// https://example.com/a.js\n```',
  '```js\n// and/or Not\n```',
  '```js\n// a.css\n```',
  '```sh\n#!/bin/sh\n```',
  '```ts\n// @filename: a.ts\n```',
  '````md\n```js\n// a.js\n```\n````',
  '```js\n1\n2\n3\n4\n// a.js\n```',
  '// a.js',
  '```js\n```\n// a.js',
])('%j stays as it is', (written) => {
  expect(withCodeTitles(written)).toBe(written)
})
