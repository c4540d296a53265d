import { describe, expect, test } from 'vitest'
import { extractNames } from '../extract-names.ts'

const keysOf = (code: string) =>
  extractNames(`\`\`\`ts\n${code}\n\`\`\``)
    .filter(({ kind }) => kind === 'key')
    .map(({ text }) => text)

describe('keys of data of one\u2019s own need no proof', () => {
  test.each([
    ['an object that is read', 'const user = { favouriteColour: 1 }\nuser.favouriteColour'],
    ['a list', 'const users = [\n  { favouriteColour: 1 },\n  { favouriteColour: 2 },\n]'],
    ['objects within', 'const user = {\n  taste: { favouriteColour: [{ hueAngle: 1 }] },\n}'],
    ['what is shown', 'const user = { favouriteColour: 1 }\nconsole.log(user)'],
    [
      'what a function of its own takes',
      'function paint(user) {}\nconst user = { favouriteColour: 1 }\npaint(user)',
    ],
    ['an argument of a function of its own', 'const paint = (user) => user\npaint({ favouriteColour: 1 })'],
    [
      'the body of a request',
      "fetch('/x', { method: 'POST', body: JSON.stringify({ favouriteColour: 1 }) })",
    ],
    ['the body of an answer', "app.get('/', (c) => c.json({ favouriteColour: 1 }))"],
    ['what a handler returns', "app.get('/', () => ({ favouriteColour: 1 }))"],
    [
      'what a handler with a body returns',
      "app.get('/', async (c) => {\n  if (c) {\n    return { favouriteColour: 1 }\n  }\n})",
    ],
    ['rows that are inserted', 'await db.insert(users).values({ favouriteColour: 1 })'],
    ['what is stored by its key', 'await db.user.create({ data: { favouriteColour: 1 } })'],
    ['fields of a schema', 'const User = z.object({ favouriteColour: z.string() })'],
    ['columns of a table', "export const users = pgTable('users', { favouriteColour: text() })"],
    [
      'properties of a schema of JSON',
      'app.post({ schema: { properties: { favouriteColour: { type: 1 } } } })',
    ],
    ['an interface', 'interface User {\n  favouriteColour: string\n}'],
    [
      'a type and its value',
      'type User = {\n  favouriteColour: string\n}\nconst user: User = { favouriteColour: 1 }',
    ],
    ['fields of a class', 'class User {\n  favouriteColour: string\n}'],
    [
      'what a function returns',
      'function load() {\n  return { favouriteColour: 1 }\n}\nload().favouriteColour',
    ],
    ['what is made of a list', 'const rows = names.map((name) => ({ favouriteColour: name }))'],
    ['state', 'const [user, setUser] = useState({ favouriteColour: 1 })'],
    [
      'a type within those of the product',
      'type Env = { Bindings: { favouriteColour: string } }\nnew App<Env>()',
    ],
    [
      'a type beside those of the product',
      'type Own = { favouriteColour: string }\nnew App<{ Bindings: Own }>()',
    ],
    ['the type of what a part takes', 'const Card = ({ a }: { a: string; favouriteColour: string }) => a'],
    ['properties of a style', 'const own = css`\n  favouriteColour-a: 1;\n`'],
    ['what is expected', 'const own = { favouriteColour: 1 }\nexpect(own).toEqual({ favouriteColour: 1 })'],
    ['what stands for a module', "mock('./own', () => ({ favouriteColour: 1 }))"],
    [
      'a type within those of the product',
      'type Env = { Bindings: { favouriteColour: string } }\nnew App<Env>()',
    ],
    [
      'a type beside those of the product',
      'type Own = { favouriteColour: string }\nnew App<{ Bindings: Own }>()',
    ],
    ['the type of what a part takes', 'const Card = ({ a }: { a: string; favouriteColour: string }) => a'],
    ['properties of a style', 'const own = css`\n  favouriteColour-a: 1;\n`'],
    ['what is expected', 'const own = { favouriteColour: 1 }\nexpect(own).toEqual({ favouriteColour: 1 })'],
    ['what stands for a module', "mock('./own', () => ({ favouriteColour: 1 }))"],
    ['what is sent', "app.get('/', (req, reply) => {\n  reply.code(1).send({ favouriteColour: 1 })\n})"],
    ['what a list takes', 'rows.push({ favouriteColour: 1 })'],
    ['a record', 'const users: Record<string, number> = { favouriteColour: 1 }'],
  ])('%s', (_what, code) => {
    expect(keysOf(code)).not.toContain('favouriteColour')
  })
})

describe('keys of what the product gets stay checked', () => {
  test.each([
    ['an argument', 'createClient({ retryLimit: 1 })'],
    ['an argument behind others', "app.listen('/x', 1, { retryLimit: 1 })"],
    ['a constructor', 'new Client({ retryLimit: 1 })'],
    ['objects within', 'createClient({ http: { retryLimit: 1 } })'],
    ['lists within', 'createClient({ urls: [{ retryLimit: 1 }] })'],
    ['a variable that is passed', 'const given = { retryLimit: 1 }\ncreateClient(given)'],
    ['a variable within what is passed', 'const given = [{ retryLimit: 1 }]\ncreateRouter({ given })'],
    ['a variable as a value', 'const given = { retryLimit: 1 }\ncreateClient({ http: given })'],
    ['a variable that is spread', 'const given = { retryLimit: 1 }\ncreateClient({ ...given })'],
    ['a variable that another takes', 'const a = { retryLimit: 1 }\nconst b = { a }\ncreateClient(b)'],
    ['a variable that is exported', 'const given = { retryLimit: 1 }\nexport default given'],
    ['an export by name', 'export const page = { retryLimit: 1 }'],
    ['an export of a list', 'const given = { retryLimit: 1 }\nexport { given }'],
    ['a default export', 'export default { retryLimit: 1 }'],
    ['a module of Node.js', 'module.exports = { retryLimit: 1 }'],
    ['a type of others', 'const given: ClientOptions = { retryLimit: 1 }'],
    ['what satisfies a type of others', 'const given = { retryLimit: 1 } satisfies Client'],
    ['a variable that is called settings', 'const options = { retryLimit: 1 }'],
    [
      'what a function gives back to a configuration',
      'export default defineThing(() => ({ retryLimit: 1 }))',
    ],
    [
      'what a plugin returns',
      'function own() {\n  return { retryLimit: 1 }\n}\nexport default defineThing({ use: [own()] })',
    ],
    ['options of a field', "const User = z.object({ a: text('a', { retryLimit: 1 }) })"],
    ['options of a route', "app.get('/', () => 1, { retryLimit: 1 })"],
    ['options behind data', 'c.json(1, { retryLimit: 1 })'],
    ['attributes of an element', 'const view = <Chart options={{ retryLimit: 1 }} />'],
    ['a class that extends another', 'class Own extends Base {\n  retryLimit: number\n}'],
    [
      'what is added to types of others',
      "declare module 'docent' {\n  interface Register {\n    retryLimit: number\n  }\n}",
    ],
    ['a type that the product takes', 'type Env = { retryLimit: string }\nnew App<Env>()'],
    ['a type that is written where the product takes it', 'new App<{ retryLimit: string }>()'],
    ['what a function is said to take', 'function open(path: string, given?: { retryLimit: number })'],
    ['settings by themselves', '{\n  "retryLimit": [{ "a": 1 }]\n}'],
    ['a type that the product takes', 'type Env = { retryLimit: string }\nnew App<Env>()'],
    ['a type that is written where the product takes it', 'new App<{ retryLimit: string }>()'],
    ['what a function is said to take', 'function open(path: string, given?: { retryLimit: number })'],
    ['settings by themselves', '{\n  "retryLimit": [{ "a": 1 }]\n}'],
    ['options of a shape', 'z.object({ a: 1 }, { retryLimit: 1 })'],
    ['what sends a message', 'mail.messages.send({ retryLimit: 1 })'],
    ['where a router goes', 'router.push({ retryLimit: 1 })'],
    ['types of options', 'interface ClientOptions {\n  retryLimit: number\n}'],
    [
      'behind a regular expression and a template',
      'const a = /[{(]/\nconst b = `{ $' + '{a} `\ncreateClient({ retryLimit: 1 })',
    ],
  ])('%s', (_what, code) => {
    expect(keysOf(code)).toContain('retryLimit')
  })
})

test('a field of a type is checked where the documentation has that type', () => {
  const names = extractNames('```ts\ninterface RetryPolicy {\n  retryLimit: number\n}\n```', undefined, {
    withOwn: true,
  })
  expect(names).toMatchObject([{ text: 'retryLimit', ownUnless: ['RetryPolicy'] }])
})

test('a field of a type is checked where the documentation has that type', () => {
  const text = '```ts\ninterface RetryPolicy {\n  retryLimit: number\n}\n```'
  expect(extractNames(text, undefined, { withOwn: true })).toMatchObject([
    { text: 'retryLimit', ownUnless: ['RetryPolicy'] },
  ])
})
