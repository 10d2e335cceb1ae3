import { createTransport } from 'nodemailer'
import { normalAddress } from './address.js'
import { type Mail, MailError, type Mailer } from './Mailer.js'

export interface SmtpSettings {
  /** `smtp://` or, with TLS from the first byte, `smtps://`; name and password within. */
  readonly url: string
  /** An address, or `Name <address>`. */
  readonly from: string
}

const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 20_000
const CONNECTIONS = 3

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Sends through any SMTP server. TLS is used whenever the server offers it. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    ...serverOf(url),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    // Nothing a mail says may make it read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const to = checkedRecipient(mail)
      try {
        await transport.sendMail({
          from,
          // As an object it is taken for one address; as text it would be parsed for more.
          to: { name: '', address: to },
          envelope: { from: addressOf(from), to: [to] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        throw failureOf(cause)
      }
    },
    stop: () => transport.close(),
  }
}

/** Name and password are written with escapes in a URL, and without them to the server. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      // A password goes to no server that does not encrypt, except on this machine.
      requireTLS: !secure && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname),
    }),
  }
}

function checkedRecipient({ to, subject }: Mail): string {
  const address = normalAddress(to)
  if (address !== to) throw new MailError('bad-mail', 'The recipient is not one plain address.')
  if (LINE_BREAK.test(subject)) throw new MailError('bad-mail', 'The subject has a second line.')
  return to
}

/** The mailbox of `Name <address>`. */
export function addressOf(from: string): string {
  return /<([^<>]*)>$/.exec(from.trim())?.[1] ?? from.trim()
}

/** What the server said can quote the mail, so it goes no further than the cause. */
function failureOf(cause: unknown): MailError {
  const { responseCode } = cause as { responseCode?: unknown }
  const isRefused = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return isRefused
    ? new MailError('refused', 'The mail server refused the mail.', { cause })
    : new MailError('unreachable', 'The mail server did not take the mail.', { cause })
}
