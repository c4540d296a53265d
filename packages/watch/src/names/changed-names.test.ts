import { cpuTimeOf } from '@docent/testing'
import { expect, test } from 'vitest'
import { changedNames } from './changed-names.ts'
import type { ChangedFile } from './code-change.ts'

/** A change of whole files: every line differs. */
function changed(path: string, before: string, after: string): ChangedFile {
  const [removed, added] = [before.split('\n'), after.split('\n')]
  const status = before === '' ? 'added' : 'modified'
  return { path, status, before, after, hunks: [{ oldStart: 1, removed, newStart: 1, added }] }
}

const namesOf = (path: string, before: string, after: string) =>
  changedNames(changed(path, before, after)).names.map(
    ({ kind, change, name }) => `${kind} ${change} ${name}`,
  )

test.each([
  [
    'cask.go',
    'package a\ntype Cask struct {\n\tName string `yaml:"name"`\n\tsecret int\n}\nfunc Run() {}\n',
    'package a\ntype Cask struct {\n\tName string `yaml:"name"`\n\tHook string `yaml:"post_hook,omitempty"`\n\tsecret bool\n}\nfunc helper() {}\n',
    ['symbol added Hook', 'symbol removed Run', 'option added post_hook'],
  ],
  [
    'cli.rs',
    'pub struct Args {\n    #[arg(long)]\n    pub quiet: bool,\n}\n',
    'pub struct Args {\n    #[arg(long)]\n    pub quiet: bool,\n    /// Ignores the cache.\n    #[arg(long)]\n    pub no_cache: bool,\n    #[arg(long, hide = true)]\n    pub cache: bool,\n    inner: u8,\n}\n',
    ['option added no_cache'],
  ],
  [
    'api.py',
    'class Client:\n    def send(self, text): pass\n    def _retry(self): pass\n',
    'class Client:\n    def send(self, text, timeout=5):\n        limit = 3\n    def _again(self): pass\nparser.add_argument("--dry-run")\n',
    ['symbol changed send', 'option added --dry-run'],
  ],
  [
    'lamp.ts',
    'export interface Lamp {\n  color: string\n}\nfunction inner() {}\n',
    'export interface Lamp {\n  color: string\n  /** In lumen. */\n  brightness?: number\n}\nfunction other() {}\nconst own = 1\n',
    ['symbol added brightness'],
  ],
  [
    'rule.js',
    'const rule = { meta: { schema: { max: 1 } } }\nmodule.exports = rule\n',
    'const rule = { meta: { schema: { max: 1, ignoreCase: true } } }\nconst own = { hidden: 1 }\nmodule.exports = rule\n',
    ['symbol added ignoreCase'],
  ],
  [
    'Lamp.java',
    'public class Lamp {\n  public void on() {}\n  private int a;\n}\n',
    'public class Lamp {\n  public void off() {}\n  private int b;\n}\n',
    ['symbol added off', 'symbol removed on'],
  ],
  [
    'Lamp.php',
    '<?php\nclass Lamp {\n  public function on() {}\n  private function a() {}\n}\n',
    '<?php\nclass Lamp {\n  public function on($level) {}\n  private function b() {}\n}\n',
    ['symbol changed on'],
  ],
  [
    'lamp.hpp',
    'class Lamp { public: int on(); };\n',
    'class Lamp { public: int off(); };\n',
    ['symbol added off', 'symbol removed on'],
  ],
  ['deploy.sh', 'run --all\n', 'run --every-one\n', ['option added --every-one', 'option removed --all']],
])('names that others see: %s', (path, before, after, expected) => {
  expect(namesOf(path, before, after).sort()).toEqual([...expected].sort())
})

test('a changed comment is told apart from changed code', () => {
  const { names, codeLines, commentLines } = changedNames({
    path: 'a.go',
    status: 'modified',
    before: 'package a\n// Runs it.\nfunc Run() {}\n',
    after: 'package a\n// Runs it twice.\nfunc Run() {}\n',
    hunks: [{ oldStart: 2, removed: ['// Runs it.'], newStart: 2, added: ['// Runs it twice.'] }],
  })
  expect(names.map(({ change, name }) => [change, name])).toEqual([['described', 'Run']])
  expect({ codeLines, commentLines }).toEqual({ codeLines: 0, commentLines: 2 })
})

test.each([
  ['deep.ts', '('.repeat(20_000)],
  ['generics.ts', 'a<'.repeat(20_000)],
  ['deep.rs', '#[a]\n'.repeat(20_000)],
  ['comments.go', '// a\n'.repeat(50_000)],
  ['exports.js', 'exports.a = 1;'.repeat(20_000)],
  ['strings.py', '"'.repeat(100_000)],
  ['open.cpp', 'class a {'.repeat(10_000)],
  ['lines.rb', `${'"a'.repeat(100_000)}\n`],
])('hostile code ends soon: %s', async (path, text) => {
  expect(await cpuTimeOf(() => changedNames(changed(path, '', text)))).toBeLessThan(8_000)
})
