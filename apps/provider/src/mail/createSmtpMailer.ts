import { createTransport } from 'nodemailer'
import { normalizeAddress } from './address.js'
import { type Mail, MailError, type Mailer } from './Mailer.js'

export type SmtpSettings = {
  /** `smtp://`, or `smtps://` for implicit TLS, with user and password. */
  readonly url: string
  /** An address, or `Name <address>`. */
  readonly from: string
}

export type CheckableMailer = Mailer & {
  /** Connects and logs in, but sends nothing. Rejects with a MailError. */
  check(): Promise<void>
}

const connectTimeoutMs = 10_000
const socketTimeoutMs = 20_000
const poolSize = 3

const lineBreak = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Sends through any SMTP server. TLS is used whenever the server offers it. */
export function createSmtpMailer({ url, from }: SmtpSettings): CheckableMailer {
  const transport = createTransport({
    ...parseServer(url),
    pool: true,
    maxConnections: poolSize,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // A mail must not make it read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const to = parseRecipient(mail)
      try {
        await transport.sendMail({
          from,
          // An object is one address; text would be parsed for more.
          to: { name: '', address: to },
          envelope: { from: getMailbox(from), to: [to] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        throw toMailError(cause)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (cause) {
        throw toMailError(cause)
      }
    },
    stop: () => transport.close(),
  }
}

/** User and password are percent-encoded in the URL. */
function parseServer(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // Never send a password unencrypted, except on this machine.
      requireTLS: !secure && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname),
    }),
  }
}

function parseRecipient({ to, subject }: Mail): string {
  const address = normalizeAddress(to)
  if (address !== to)
    throw new MailError('bad-mail', 'The recipient is not a single valid address.')
  if (lineBreak.test(subject))
    throw new MailError('bad-mail', 'The subject has more than one line.')
  return to
}

/** The mailbox of `Name <address>`. */
export function getMailbox(from: string): string {
  return /<([^<>]*)>$/.exec(from.trim())?.[1] ?? from.trim()
}

/** The server's response can quote the mail, so it is only in the cause. */
function toMailError(cause: unknown): MailError {
  const { responseCode } = cause as { responseCode?: unknown }
  const isRejected = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return isRejected
    ? new MailError('rejected', 'The mail server rejected the mail.', { cause })
    : new MailError('unreachable', 'The mail server did not accept the mail.', { cause })
}
