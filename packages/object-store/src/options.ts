import { z } from 'zod'

const S3Options = z.strictObject({
  bucket: z.string().min(3).max(63).describe('Name of the bucket.'),
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9._~/-]*$/, 'may hold letters, digits, ".", "_", "~", "-" and "/" only')
    .default('')
    .describe('Folder for all keys in the bucket. Default: none.'),
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
      'Where requests name the bucket: in the path, or in the host name. Default: `host` on Amazon S3, else `path`.',
    ),
  accessKeyId: z.string().min(1).optional().describe('Default: `AWS_ACCESS_KEY_ID`.'),
  secretAccessKey: z.string().min(1).optional().describe('Default: `AWS_SECRET_ACCESS_KEY`.'),
  sessionToken: z.string().min(1).optional().describe('Default: `AWS_SESSION_TOKEN`.'),
})

/** Where an object store is. Exactly one of `s3` and `folder`. */
export const ObjectStoreOptions = z
  .strictObject({
    s3: S3Options.optional().describe('A bucket of Amazon S3 or of a compatible service.'),
    folder: z.string().min(1).optional().describe('A folder that all machines share, such as an NFS mount.'),
    timeoutMs: z
      .int()
      .min(100)
      .max(300_000)
      .default(15_000)
      .describe('Time limit for one attempt of a request, milliseconds. Default: 15000.'),
    retries: z
      .int()
      .min(0)
      .max(10)
      .default(3)
      .describe('Number of retries after a temporary failure. Default: 3.'),
    retryDelayMs: z
      .int()
      .min(1)
      .max(10_000)
      .default(200)
      .describe(
        'Pause before the second attempt, milliseconds, with jitter. Each further pause is twice as long. Default: 200.',
      ),
  })
  .refine(({ s3, folder }) => (s3 === undefined) !== (folder === undefined), {
    message: 'name either s3 or folder',
  })

export type ObjectStoreOptions = z.output<typeof ObjectStoreOptions>
