import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

/** Most minutes that a request may be old or early. */
const SKEW_MS = 15 * 60_000

/**
 * Checks the signature of a request by the rules of AWS Signature Version 4.
 *
 * @returns the code of the refusal, as S3 names it; undefined when it is right
 */
export function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: S3Credentials,
): string | undefined {
  const { authorization = '' } = request.headers
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!found) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature = ''] = found
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const header = (name: string) => String(request.headers[name] ?? '')
  const time = header('x-amz-date')
  const moment = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!time.startsWith(day) || !(Math.abs(Date.now() - moment) < SKEW_MS)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'AccessDenied'
  const hash = header('x-amz-content-sha256')
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const url = new URL(request.url ?? '/', 'http://simulated')
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${header(name).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const expected = createHmac('sha256', key).update(toSign).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
