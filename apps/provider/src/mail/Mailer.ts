/** A mail as it is written. Who it comes from is the operator's to say. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Hands mails to the network. */
export type Mailer = {
  /** Settles when the mail server has taken it. Rejects with a MailError. */
  send(mail: Mail): Promise<void>
  stop(): void
}

export type MailErrorCode =
  /** Nothing a mail can be sent to, or a line that would write headers of its own. */
  | 'bad-mail'
  /** The server does not want this mail, now or ever. */
  | 'refused'
  /** The server cannot be reached or does not keep up. */
  | 'unreachable'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: MailErrorCode

  constructor(code: MailErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
