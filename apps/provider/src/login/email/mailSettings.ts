import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'
import { getMailbox } from '../../mail/createSmtpMailer.js'

/** The `mail` section of the settings file. */
export const mailSettings = v.strictObject({
  /** The mail server, with name and password: `smtp://user:password@mail.example:587`. */
  url: v.pipe(
    v.string('is not text'),
    v.check(isServerUrl, 'is not an address like smtp://user:password@mail.example:587'),
  ),
  /** Sender of codes and notices: `login@site.example` or `Site <login@site.example>`. */
  from: v.pipe(v.string('is not text'), v.check(isSingleSender, 'is not one address')),
  /**
   * Log-ins started, or wrong codes, per project and hour by unknown devices. Above it, unknown
   * devices do a proof of work and get longer codes.
   */
  projectCeiling: v.optional(
    v.pipe(
      v.number('is not a number'),
      v.integer('is not a whole number'),
      v.minValue(1, 'is less than 1'),
      v.maxValue(1_000_000, 'is more than 1,000,000'),
    ),
  ),
})

export type MailSettings = v.InferOutput<typeof mailSettings>

function isServerUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

/** Chosen by the operator, so host names without a dot are allowed. */
function isSingleSender(text: string): boolean {
  return (
    /^[^\p{Cc}<>,;"\\]{0,100}(?:<[^<>\s]+>)?$/u.test(text) &&
    /^[\w.+-]+@[A-Za-z0-9.-]+$/.test(getMailbox(text))
  )
}
