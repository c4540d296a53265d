import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { migrate, Postgres } from '@docent/postgres'
import { MIGRATIONS, PostgresRetriever } from '@docent/retriever-postgres'
import type { Engine } from './engine.ts'
import { FOR_RETRIEVERS, PROJECT, searchOfReaders } from './search-of-readers.ts'

/** The address of the server; the processes of an engine inherit it. */
export const POSTGRES_URL = 'DOCENT_BENCH_POSTGRES'
const TICKS_A_SECOND = 100

/** The search of a server with `postgres()`, in a schema of its own. */
export const docentPostgres: Engine = {
  name: 'docent-postgres',
  async create(folder) {
    const { postgres, retriever } = await openIn(folder)
    const writer = await retriever.begin(PROJECT)
    return {
      add: (entries) => writer.write(entries),
      finish: async () => {
        await writer.commit('bench')
        await retriever.stop()
        await postgres.close()
      },
    }
  },
  async open(folder) {
    const { postgres, retriever } = await openIn(folder)
    return {
      search: searchOfReaders(retriever),
      close: async () => {
        await retriever.stop()
        await postgres.close()
      },
    }
  },
  outside: {
    cpuMs: () => serverProcesses().reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    memoryBytes: () => serverProcesses().reduce((sum, { privateBytes }) => sum + privateBytes, 0),
    async diskBytes(folder) {
      const { postgres } = await openIn(folder)
      const { rows } = await postgres.query<{ bytes: number }>(
        `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`,
        [postgres.settings.schema],
      )
      await postgres.close()
      return Number(rows[0]?.bytes ?? 0)
    },
  },
}

async function openIn(folder: string) {
  const url = process.env[POSTGRES_URL] ?? ''
  const schema = basename(folder).toLowerCase().replace(/\W/g, '_')
  const postgres = new Postgres({ url, directUrl: url, schema, connections: 10 })
  await postgres.open()
  await migrate(postgres, 'search', MIGRATIONS)
  const retriever = new PostgresRetriever(postgres, {
    memoryMb: 64,
    ...FOR_RETRIEVERS,
  })
  return { postgres, retriever }
}

interface ServerProcess {
  /** Also of the processes that it started and that have ended. */
  cpuMs: number
  privateBytes: number
}

/** The processes of the server, as Linux has them; nothing elsewhere. */
function serverProcesses(): ServerProcess[] {
  const port = new URL(process.env[POSTGRES_URL] ?? 'postgres://none').port
  const all = processes()
  const main = all.find(({ command }) => command.includes(`-p\0${port}\0`))
  if (main === undefined) return []
  return all.filter(({ pid, parent }) => pid === main.pid || parent === main.pid)
}

function processes(): (ServerProcess & { pid: number; parent: number; command: string })[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
        const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
        const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0)
        const cpuMs = (ticks * 1_000) / TICKS_A_SECOND
        return [
          { pid: Number(pid), parent: Number(fields[1]), command, cpuMs, privateBytes: kilobytes * 1_024 },
        ]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}
