import { type ProtectedClass, system } from './protected-class.ts'

export const SECRETS: ProtectedClass = {
  name: 'Secrets',
  why: 'holds credentials, or says where they are',
  systems: [
    system('Environment files', 'www.dotenv.org/docs/security/env', '.env', '.env.*', '*.env', '.flaskenv'),
    system(
      'Credentials',
      'everything.curl.dev/usingcurl/netrc.html',
      '.netrc',
      '_netrc',
      '.pypirc',
      '.pgpass',
      '.my.cnf',
      '.htpasswd',
      '.aws/',
      '.ssh/',
      '.gnupg/',
      '.kube/',
      '.docker/',
    ),
    system(
      'Keys',
      'man.openbsd.org/ssh-keygen',
      '*.pem',
      '*.key',
      '*.p12',
      '*.pfx',
      '*.jks',
      '*.keystore',
      'id_rsa*',
      'id_ed25519*',
      'id_ecdsa*',
    ),
    system('Encrypted secrets', 'getsops.io/docs', '.sops.yml'),
  ],
}
