import { resolve } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { FolderObjectStore } from './folder-object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { ObjectStoreOptions } from './options.ts'
import { S3ObjectStore } from './s3/s3-object-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The store that the options name. Opens no connection.
 *
 * @throws DocentError `configuration` when credentials are missing
 */
export function openObjectStore(options: ObjectStoreOptions, env: Environment): ObjectStore {
  const { s3, folder, ...retry } = options
  if (s3 === undefined) return new FolderObjectStore(resolve(folder ?? '.'), retry)
  const region = s3.region ?? given(env.AWS_REGION) ?? given(env.AWS_DEFAULT_REGION) ?? 'us-east-1'
  const named = s3.endpoint ?? given(env.AWS_ENDPOINT_URL_S3) ?? given(env.AWS_ENDPOINT_URL)
  const accessKeyId = s3.accessKeyId ?? given(env.AWS_ACCESS_KEY_ID)
  const secretAccessKey = s3.secretAccessKey ?? given(env.AWS_SECRET_ACCESS_KEY)
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new DocentError(
      'configuration',
      `The bucket ${s3.bucket} needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    )
  }
  return new S3ObjectStore({
    ...retry,
    endpoint: new URL(named ?? `https://s3.${region}.amazonaws.com`),
    bucket: s3.bucket,
    region,
    addressing: s3.addressing ?? (named === undefined ? 'host' : 'path'),
    prefix: withSlash(s3.prefix),
    accessKeyId,
    secretAccessKey,
    sessionToken: s3.sessionToken ?? given(env.AWS_SESSION_TOKEN),
  })
}

/**
 * The options behind one address: `s3://bucket/prefix`, or the path of a shared folder.
 *
 * @param variable names it in errors
 */
export function objectStoreAt(address: string, variable: string): ObjectStoreOptions {
  if (!address.includes('://')) return ObjectStoreOptions.parse({ folder: address })
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 's3:' || url.search !== '' || url.username !== '') {
    const message = `${variable} is "${address}". Write s3://bucket/prefix, or the path of a shared folder.`
    throw new DocentError('configuration', message)
  }
  const parsed = ObjectStoreOptions.safeParse({ s3: { bucket: url.hostname, prefix: url.pathname.slice(1) } })
  if (parsed.success) return parsed.data
  const message = `${variable} is "${address}": ${parsed.error.issues[0]?.message}.`
  throw new DocentError('configuration', message)
}

function withSlash(prefix: string): string {
  const trimmed = prefix.replace(/^\/+|(?<!\/)\/+$/g, '')
  return trimmed === '' ? '' : `${trimmed}/`
}

/** An empty variable is how shells and compose files say "not set". */
function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined
}
