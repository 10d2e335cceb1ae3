/** A mail without its sender, which the operator configures. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends mails. */
export type Mailer = {
  /** Resolves when the mail server has accepted it. Rejects with a MailError. */
  send(mail: Mail): Promise<void>
  stop(): void
}

export type MailErrorCode =
  /** An invalid recipient, or a subject that would inject headers. */
  | 'bad-mail'
  /** The server rejected this mail for good. */
  | 'rejected'
  /** The server cannot be reached or is overloaded. */
  | 'unreachable'

export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: MailErrorCode

  constructor(code: MailErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
