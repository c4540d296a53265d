/** What LanceDB calls what AWS tools read from the environment. */
const VARIABLES = {
  AWS_ACCESS_KEY_ID: 'aws_access_key_id',
  AWS_SECRET_ACCESS_KEY: 'aws_secret_access_key',
  AWS_SESSION_TOKEN: 'aws_session_token',
  AWS_REGION: 'aws_region',
  AWS_ENDPOINT_URL_S3: 'aws_endpoint',
} as const

export function storageOptions(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const options: Record<string, string> = {}
  for (const [variable, option] of Object.entries(VARIABLES)) {
    const value = env[variable]?.trim()
    if (value) options[option] = value
  }
  // A service of one's own inside of a network may speak HTTP; the address says so.
  if (options.aws_endpoint?.startsWith('http://')) options.allow_http = 'true'
  return options
}
