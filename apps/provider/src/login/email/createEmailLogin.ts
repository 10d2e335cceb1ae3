import { createMailQueue } from '../../mail/createMailQueue.js'
import { createSmtpMailer } from '../../mail/createSmtpMailer.js'
import type { LoginModule, LoginParts, Notify, TakeConfirmation } from '../LoginParts.js'
import { createCodes } from './codes.js'
import { confirmRoutes, createTakeConfirmation } from './confirmRoutes.js'
import { devicePages } from './devicePages.js'
import { deviceRoute } from './deviceRoute.js'
import { createGuesses } from './guesses.js'
import type { MailSettings } from './mailSettings.js'
import { noticeMail } from './mails.js'
import { createSends } from './sends.js'
import { startEmailRoute } from './startEmailRoute.js'
import { updateRoutes } from './updateRoutes.js'
import { verifyEmailRoute } from './verifyEmailRoute.js'

/** Login by a code that is mailed, and everything else that is told by mail. */
export function createEmailLogin(
  parts: LoginParts & { readonly mail: MailSettings },
): LoginModule & { readonly notify: Notify; readonly takeConfirmation: TakeConfirmation } {
  const { accounts, clock, limits, log } = parts
  const mailer = createSmtpMailer(parts.mail)
  const queue = createMailQueue({ mailer, clock, log })
  const codes = createCodes(parts.hashKey)
  const all = {
    ...parts,
    codes,
    queue,
    guesses: createGuesses({ limits, codes, clock, log }),
    sends: createSends({ limits, clock, log }),
  }
  return {
    routes: [
      startEmailRoute(all),
      deviceRoute(all),
      verifyEmailRoute(all),
      ...confirmRoutes(all),
      ...updateRoutes(all),
    ],
    pages: devicePages(all),
    takeConfirmation: createTakeConfirmation(all),
    async notify({ accountId, kind, origin }, signal) {
      const to = await accounts.emailOf(accountId)
      if (to === null) return
      signal.throwIfAborted()
      // Waited for: what happens next may depend on somebody having been told.
      await mailer.send(noticeMail({ to, origin, kind, at: clock.now() }))
    },
    async stop() {
      queue.stop()
    },
  }
}
