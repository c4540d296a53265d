import { SqlWebhookStore } from '@docent/sql'
import { webhookStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteSql } from './sqlite-sql.ts'

webhookStoreContract('sqlite', () => openStores((database) => new SqlWebhookStore(new SqliteSql(database))))
