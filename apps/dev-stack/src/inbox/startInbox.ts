import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { listen } from '@latchkey/provider/listen'
import { SMTPServer } from 'smtp-server'
import { readMail } from './readMail.js'

export interface InboxOptions {
  /** Of the page; any free one when left out or 0. */
  readonly port?: number
  /** Where mail is taken; any free one when left out or 0. */
  readonly smtpPort?: number
  /** How many mails are kept; 200 when left out. */
  readonly most?: number
}

/** A mail that was caught, as `GET /messages` lists it. */
export interface CaughtMail {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  readonly from: string
  /** Those it really went to, whatever its header says. */
  readonly to: readonly string[]
  readonly subject: string
  /** The first six digits that stand alone, and the first link. */
  readonly code: string | null
  readonly link: string | null
}

/** The same as `GET /messages/:id` tells it. */
export interface WholeMail extends CaughtMail {
  readonly text: string
  /** As it came, a character for each byte. */
  readonly source: string
}

export interface Inbox {
  /** The page. */
  readonly url: string
  /** What a mailer is given to send here. */
  readonly smtpUrl: string
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const MOST = 200
const MAX_BYTES = 262_144
const MAX_CLIENTS = 50
const CLOSE_LIMIT_MS = 1_000

/**
 * Catches every mail that is sent to it and shows it on a page, for work on one's own machine.
 * Nothing leaves the machine, and nothing is kept after the end.
 */
export async function startInbox({
  port = 0,
  smtpPort = 0,
  most = MOST,
}: InboxOptions = {}): Promise<Inbox> {
  /** Newest first. */
  const mails: WholeMail[] = []
  const smtp = createCatcher((mail) => {
    mails.unshift(mail)
    mails.length = Math.min(mails.length, most)
  })
  const page = createServer((request, response) => {
    respond(mails, request, response).catch(() => response.destroy())
  })
  const smtpAt = await listen(smtp.server as unknown as Server, smtpPort, HOST)
  try {
    const pageAt = await listen(page, port, HOST)
    return {
      url: `http://localhost:${pageAt}`,
      smtpUrl: `smtp://${HOST}:${smtpAt}`,
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

function createCatcher(onMail: (mail: WholeMail) => void): SMTPServer {
  return new SMTPServer({
    name: 'inbox.localhost',
    banner: 'Mail for this machine only',
    // Encryption and passwords guard nothing between two programs of one machine.
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    closeTimeout: CLOSE_LIMIT_MS,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      let length = 0
      stream.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= MAX_BYTES) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (length > MAX_BYTES) {
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
    code: /(?<![\w#])\d{6,9}(?!\w)/.exec(read.text.replaceAll(LINK, ''))?.[0] ?? null,
    link: read.text.match(LINK)?.[0] ?? null,
    source,
  }
}

const LINK = /https?:\/\/[^\s<>"]+/g

const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['inbox.html', 'text/html; charset=utf-8'],
  '/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
}

const HEADERS = {
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
    response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body)
  const sendJson = (status: number, value: unknown) =>
    send(status, 'application/json; charset=utf-8', JSON.stringify(value))

  // A site whose name was made to lead to this machine must not read codes.
  if (!isOwnHost(request.headers.host ?? '')) return void sendJson(403, { error: 'host' })
  if (request.method !== 'GET') return void sendJson(405, { error: 'method' })
  const file = FILES[url.pathname]
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
