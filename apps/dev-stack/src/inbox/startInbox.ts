import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { listen } from '@latchkey/provider/listen'
import { SMTPServer } from 'smtp-server'
import { readMail } from './readMail.js'

export interface InboxOptions {
  /** Port of the page. Default or 0: any free port. */
  readonly port?: number
  /** SMTP port. Default or 0: any free port. */
  readonly smtpPort?: number
  /** Number of mails kept. Default 200. */
  readonly maxMails?: number
  /** Log-ins are accepted with this password only; without it, there are none. */
  readonly password?: string
}

/** A received mail, as `GET /messages` lists it. */
export interface CaughtMail {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  readonly from: string
  /** Recipients of the envelope, which may differ from the header. */
  readonly to: readonly string[]
  readonly subject: string
  /** The first separate six digits, and the first link. */
  readonly code: string | null
  readonly link: string | null
}

/** As `GET /messages/:id` returns it. */
export interface WholeMail extends CaughtMail {
  readonly text: string
  /** The raw mail, one character per byte. */
  readonly source: string
}

export interface Inbox {
  /** URL of the page. */
  readonly url: string
  /** SMTP URL for mailers. */
  readonly smtpUrl: string
  stop(): Promise<void>
}

const host = '127.0.0.1'
const defaultMaxMails = 200
const maxBytes = 262_144
const maxClients = 50
const closeLimitMs = 1_000

/**
 * Receives all mail and shows it on a page, for local development.
 * Nothing leaves the machine, and nothing is stored after exit.
 */
export async function startInbox({
  port = 0,
  smtpPort = 0,
  maxMails = defaultMaxMails,
  password,
}: InboxOptions = {}): Promise<Inbox> {
  /** Newest first. */
  const mails: WholeMail[] = []
  const smtp = createMailServer((mail) => {
    mails.unshift(mail)
    mails.length = Math.min(mails.length, maxMails)
  }, password)
  const page = createServer((request, response) => {
    respond(mails, request, response).catch(() => response.destroy())
  })
  const smtpAt = await listen(smtp.server as unknown as Server, smtpPort, host)
  try {
    const pageAt = await listen(page, port, host)
    return {
      url: `http://localhost:${pageAt}`,
      smtpUrl: `smtp://${host}:${smtpAt}`,
      async stop() {
        page.closeAllConnections()
        await Promise.all([
          new Promise((resolve) => page.close(resolve)),
          new Promise<void>((resolve) => smtp.close(resolve)),
        ])
      },
    }
  } catch (error) {
    await new Promise<void>((resolve) => smtp.close(resolve))
    throw error
  }
}

function createMailServer(
  onMail: (mail: WholeMail) => void,
  password: string | undefined,
): SMTPServer {
  return new SMTPServer({
    name: 'inbox.localhost',
    banner: 'Mail for this machine only',
    // No encryption: both ends are on this machine.
    disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    onAuth: (given, _, done) =>
      given.password === password
        ? done(null, { user: given.username })
        : done(new Error('The password is wrong.')),
    disableReverseLookup: true,
    size: maxBytes,
    maxClients: maxClients,
    closeTimeout: closeLimitMs,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      let length = 0
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= maxBytes) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (length > maxBytes) {
          done(Object.assign(new Error('The mail is too large.'), { responseCode: 552 }))
          return
        }
        onMail(caught(Buffer.concat(chunks).toString('latin1'), envelope.rcptTo))
        done()
      })
    },
  })
}

function caught(source: string, recipients: readonly { readonly address: string }[]): WholeMail {
  const read = readMail(source)
  return {
    id: randomUUID(),
    receivedAt: Date.now(),
    ...read,
    to: recipients.map(({ address }) => address),
    code: /(?<![\w#])\d{6,9}(?!\w)/.exec(read.text.replaceAll(link, ''))?.[0] ?? null,
    link: read.text.match(link)?.[0] ?? null,
    source,
  }
}

const link = /https?:\/\/[^\s<>"]+/g

const files: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['inbox.html', 'text/html; charset=utf-8'],
  '/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

async function respond(
  mails: readonly WholeMail[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { ...headers, 'content-type': type }).end(body)
  const sendJson = (status: number, value: unknown) =>
    send(status, 'application/json; charset=utf-8', JSON.stringify(value))

  // Against DNS rebinding: another site must not read codes.
  if (!isOwnHost(request.headers.host ?? '')) return void sendJson(403, { error: 'host' })
  if (request.method !== 'GET') return void sendJson(405, { error: 'method' })
  const file = files[url.pathname]
  if (file) {
    const path = new URL(`../../pages/inbox/${file[0]}`, import.meta.url)
    return void send(200, file[1], await readFile(fileURLToPath(path), 'utf8'))
  }
  if (url.pathname === '/messages') {
    const to = url.searchParams.get('to')?.toLowerCase()
    const expected = mails.filter((mail) => to === undefined || isTo(mail, to))
    return void sendJson(200, { messages: expected.map(({ text, source, ...mail }) => mail) })
  }
  const id = /^\/messages\/([^/]+)$/.exec(url.pathname)?.[1]
  const mail = mails.find((one) => one.id === id)
  return void (mail ? sendJson(200, mail) : sendJson(404, { error: 'unknown' }))
}

function isTo({ to }: CaughtMail, address: string): boolean {
  return to.some((one) => one.toLowerCase() === address)
}

function isOwnHost(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
}
