// The published package carries the documentation of Docent: it is the demo project of a fresh server.
import { cpSync, rmSync } from 'node:fs'

const demo = new URL('../demo', import.meta.url)
rmSync(demo, { recursive: true, force: true })
cpSync(new URL('../../docs/content', import.meta.url), demo, { recursive: true })
