import { defineLocal, interruptible } from '@docent/command-line'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'
import { dataDirectoryOf } from '../config/environment.ts'
import { loadSecrets } from '../config/secrets.ts'
import { findServer } from '../control/find-server.ts'
import { moveRows } from '../migrate/move-rows.ts'
import { openStores } from '../migrate/open-stores.ts'

const Target = z.enum(['postgres', 'sqlite'])

export const command = defineLocal({
  description: 'Copy all data from SQLite to PostgreSQL, or back, while no server runs',
  args: {
    to: {
      type: 'enum',
      options: ['postgres', 'sqlite'],
      required: true,
      description: 'Where to copy the data',
    },
    url: {
      type: 'string',
      description: 'Address of PostgreSQL; default: DATABASE_DIRECT_URL or DATABASE_URL',
    },
    schema: { type: 'string', default: 'docent', description: 'Schema in PostgreSQL' },
    'accounts-schema': {
      type: 'string',
      default: 'docent_accounts',
      description: 'Schema of the accounts in PostgreSQL',
    },
    file: { type: 'string', default: 'docent.db', description: 'SQLite file in the data directory' },
    'accounts-file': {
      type: 'string',
      default: 'accounts.db',
      description: 'SQLite file of the accounts in the data directory',
    },
  },
  example: 'migrate --to postgres',
  json: z.object({
    from: z.string(),
    to: z.string(),
    resumed: z.boolean(),
    rows: z.number(),
    tables: z.array(z.object({ table: z.string(), rows: z.number(), hash: z.string() })),
  }),
  hasProgress: true,
  async run({ args, out }) {
    const { env } = process
    const dataDirectory = dataDirectoryOf(env, process.cwd())
    if (await findServer(dataDirectory))
      throw new DocentError('conflict', `A server uses ${dataDirectory}. Stop it first.`)
    const secrets = await loadSecrets(env, dataDirectory)
    return interruptible(async (signal) => {
      await using stores = await openStores({
        to: Target.parse(args.to),
        dataDirectory,
        env,
        secrets,
        file: args.file,
        accountsFile: args['accounts-file'],
        url: args.url,
        schema: args.schema,
        accountsSchema: args['accounts-schema'],
      })
      const began = Date.now()
      const { tables, isResumed } = await moveRows(stores.moves, {
        from: stores.from,
        signal,
        onProgress({ label, done, total }) {
          const msLeft = done === 0 ? null : ((Date.now() - began) / done) * (total - done)
          out.progress({ label, done, total, msLeft })
        },
      })
      out.progress(null)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      return { from: stores.from, to: stores.to, resumed: isResumed, rows, tables: [...tables] }
    })
  },
  show({ from, to, resumed, rows, tables }, out) {
    out.table(
      ['Table', 'Rows', 'SHA-256'],
      tables
        .filter((each) => each.rows > 0)
        .map((each) => [each.table, String(each.rows), each.hash.slice(0, 12)]),
    )
    out.line(
      `\nMoved ${rows} rows from ${from} to ${to}${resumed ? ', after an interruption' : ''}. Both sides were read again and are the same.\nName the other plugins in docent.config.ts, then start the server. The source is as it was.`,
    )
  },
})
