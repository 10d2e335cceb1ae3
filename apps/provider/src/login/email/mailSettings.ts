import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'
import { getMailbox } from '../../mail/createSmtpMailer.js'

/** The `mail` section of the file of settings. */
export const mailSettings = v.strictObject({
  /** The mail server, with name and password: `smtp://user:password@mail.example:587`. */
  url: v.pipe(
    v.string('is not text'),
    v.check(isServerUrl, 'is not an address like smtp://user:password@mail.example:587'),
  ),
  /** Who codes and notices come from: `login@site.example` or `Site <login@site.example>`. */
  from: v.pipe(v.string('is not text'), v.check(isSingleSender, 'is not one address')),
  /**
   * Log-ins begun, or wrong codes, in an hour of one project by devices that are not known. Above it
   * such devices do a proof of work and get longer codes.
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

/** The operator's own choice, so a machine without a dot in its name is as good as any. */
function isSingleSender(text: string): boolean {
  return (
    /^[^\p{Cc}<>,;"\\]{0,100}(?:<[^<>\s]+>)?$/u.test(text) &&
    /^[\w.+-]+@[A-Za-z0-9.-]+$/.test(getMailbox(text))
  )
}
