import { expect, test } from 'vitest'
import { extractNames } from './extract-names.ts'

const found = (text: string) =>
  extractNames(text, undefined, { withOwn: true }).map(({ kind, text: name }) => `${kind} ${name}`)
const keysOf = (text: string) => extractNames(text).flatMap(({ keys }) => keys)

test.each<[string, string, string]>([
  ['a host that nobody owns', 'Point it at `hooks.example.com`.', 'hooks.example.com'],
  ['a file called as an object', '```sh\nkubectl get deploy/cart\n```\nEdit `cart.yaml`.', 'cart.yaml'],
  ['the version of an image of the reader', '```sh\nsign ghcr.io/acme/shop:1.4.7\n```', '1.4.7'],
  [
    'a name that code gives',
    '```py\nCheck("a", name="seats_positive")\n```\nIt is `ck_car_seats_positive`.',
    'seats_positive',
  ],
  ['what SQL makes', '```sql\nCREATE VIEW daily_avg AS SELECT 1;\n```\nRead `daily_avg`.', 'daily_avg'],
  ['columns of SQL', '```sql\nCREATE TABLE t (\n  device_id TEXT\n);\n```\nRead `device_id`.', 'device_id'],
  ['a property of a style sheet', '```svelte\n<A --accent="red" />\n```\nRead `var(--accent)`.', 'accent'],
  ['an argument of a command', '```py\nstart(["backoffice"])\n```\nRun `tilt up backoffice`.', 'backoffice'],
  ['a line of other code', 'Add `def render(conn)`.', 'def render'],
  [
    'classes of the reader',
    '```py\nfrom orm import load\nload(Book.publisher_key)\n```',
    'Book.publisher_key',
  ],
  ['numbers of a log', 'It prints `[cached since 12.3s ago]`.', '12.3s'],
  ['a pattern of names', 'Filter by `sales.*.created`.', 'sales.*.created'],
  ['a workflow of GitHub', '```yaml\njobs:\n  a:\n    steps:\n      - uses: b/c@v4\n```', 'b/c@v4'],
  [
    'an option that code declares',
    '```py\nparser.add_argument("--replicas-max")\n```\nPass `--replicas-max`.',
    '--replicas-max',
  ],
  ['a parameter of a lambda', '```java\nhttp.headers((referrer) -> referrer.policyOf(a))\n```', 'referrer.x'],
  ['a package and its version', '```ini\nfmt/10.2.1\n```', '10.2.1'],
  ['a file that is written', 'Write it into `profiles/rpi`.', 'profiles/rpi'],
  [
    'a variable with a name of the answer',
    '```java\nhasRole("MANAGER")\n```\nIt needs `ROLE_MANAGER`.',
    'ROLE_MANAGER',
  ],
  ['functions of SQL', "```sql\nUPDATE a SET b = CONCAT('c', b)\n```", 'CONCAT'],
])('leaves %s to the reader', (_, text, name) => {
  expect(found(text).filter((each) => each.includes(name) && !isUnclaimed(text, each))).toEqual([])
})

/** Names with no name space are never called invented. */
function isUnclaimed(text: string, name: string): boolean {
  return extractNames(text).some(
    ({ kind, text: written, spaces, claimedBy = [] }) =>
      `${kind} ${written}` === name && spaces?.length === 0 && claimedBy.length === 0,
  )
}

test('reads durations of several units', () => {
  expect(keysOf('It waits `30m0s`.')).toContain('time:1800000')
  expect(keysOf('It waits 30 minutes.')).toContain('time:1800000')
  expect(keysOf('It waits `1h30m`.')).toContain('time:5400000')
})

test('a number behind the name of a product is its version', () => {
  expect(found('This needs Svelte 5.29.')).toEqual(['version 5.29'])
  expect(found('It takes Gigabytes 1.5 GB.')).not.toContain('version 1.5')
})

test('a pattern of the documentation proves an address', () => {
  expect(keysOf('Open `/login/oauth2/code/github`.')).toContain('/login/oauth2/code/*')
  expect(keysOf('Open `https://docs.example.com/login/oauth2/code/github`.')).toContain(
    '/login/oauth2/code/*',
  )
})

test('says of what hangs on a real member that the member proves it', () => {
  expect(keysOf('```py\nstmt = insert(a)\nprint(stmt.excluded.price_eur)\n```')).toContain('excluded')
})
