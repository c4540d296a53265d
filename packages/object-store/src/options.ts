import { z } from 'zod'

const S3Options = z.strictObject({
  bucket: z.string().min(3).max(63).describe('Name of the bucket.'),
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9._~/-]*$/, 'may hold letters, digits, ".", "_", "~", "-" and "/" only')
    .default('')
    .describe('Folder of all keys in the bucket. Default: none.'),
  region: z
    .string()
    .min(1)
    .optional()
    .describe('Region of the bucket. Default: `AWS_REGION`, or `us-east-1`.'),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of the service, without the bucket. Default: `AWS_ENDPOINT_URL_S3`, or Amazon S3 of the region.',
    ),
  addressing: z
    .enum(['path', 'host'])
    .optional()
    .describe(
      'Where the bucket is named: in the path, or in the name of the host. Default: `host` on Amazon S3, else `path`.',
    ),
  accessKeyId: z.string().min(1).optional().describe('Default: `AWS_ACCESS_KEY_ID`.'),
  secretAccessKey: z.string().min(1).optional().describe('Default: `AWS_SECRET_ACCESS_KEY`.'),
  sessionToken: z.string().min(1).optional().describe('Default: `AWS_SESSION_TOKEN`.'),
})

/** Where an object store is. Exactly one of `s3` and `folder`. */
export const ObjectStoreOptions = z
  .strictObject({
    s3: S3Options.optional().describe('A bucket of Amazon S3, or of what speaks its protocol.'),
    folder: z.string().min(1).optional().describe('A folder that all machines share, such as a mounted NFS.'),
    timeoutMs: z
      .int()
      .min(100)
      .max(300_000)
      .default(15_000)
      .describe('Milliseconds that one attempt of a request may take. Default: 15000.'),
    retries: z
      .int()
      .min(0)
      .max(10)
      .default(3)
      .describe('Further attempts after a failure that may pass. Default: 3.'),
    retryDelayMs: z
      .int()
      .min(1)
      .max(10_000)
      .default(200)
      .describe(
        'Pause before the second attempt, with jitter; each further one is twice as long. Default: 200.',
      ),
  })
  .refine(({ s3, folder }) => (s3 === undefined) !== (folder === undefined), {
    message: 'name either s3 or folder',
  })

export type ObjectStoreOptions = z.output<typeof ObjectStoreOptions>
