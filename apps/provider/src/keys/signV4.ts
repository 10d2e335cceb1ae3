import { createHash, createHmac } from 'node:crypto'

export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export type SignedPost = {
  /** The host with its port, as the request will name it. */
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly region: string
  readonly service: string
  readonly credentials: AwsCredentials
  /** Milliseconds since 1970. */
  readonly now: number
}

const algorithm = 'AWS4-HMAC-SHA256'

/** The headers of a POST to `/`, signed by AWS Signature Version 4. */
export function signV4(post: SignedPost): Readonly<Record<string, string>> {
  const { credentials, region, service } = post
  const time = new Date(post.now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = [time.slice(0, 8), region, service, 'aws4_request'].join('/')
  const headers: Record<string, string> = {
    ...post.headers,
    host: post.host,
    'x-amz-date': time,
    ...(credentials.sessionToken !== undefined && {
      'x-amz-security-token': credentials.sessionToken,
    }),
  }
  const lines = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const signedHeaders = lines.map(([name]) => name).join(';')
  const request = [
    'POST',
    '/',
    '',
    ...lines.map((line) => line.join(':')),
    '',
    signedHeaders,
    sha256(post.body),
  ].join('\n')
  const text = [algorithm, time, scope, sha256(request)].join('\n')
  const key = signingKey(credentials.secretAccessKey, scope)
  const signature = hmac(key, text).toString('hex')
  return {
    ...headers,
    authorization: `${algorithm} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  }
}

function signingKey(secret: string, scope: string): Buffer {
  return scope
    .split('/')
    .reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secret}`))
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
