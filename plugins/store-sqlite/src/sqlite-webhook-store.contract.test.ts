import { webhookStoreContract } from '@docent/testing'
import { openStores } from '../test/open-stores.ts'
import { SqliteWebhookStore } from './sqlite-webhook-store.ts'

webhookStoreContract('sqlite', () => openStores((database) => new SqliteWebhookStore(database)))
