import { createMailQueue } from '../../mail/createMailQueue.js'
import { createSmtpMailer } from '../../mail/createSmtpMailer.js'
import type { ConsumeConfirmation, LoginModule, LoginParts, Notify } from '../LoginParts.js'
import { createAlarm } from './alarm.js'
import { createCodeAttempts } from './codeAttempts.js'
import { createCodes } from './codes.js'
import { confirmRoutes, createConsumeConfirmation } from './confirmRoutes.js'
import { devicePages, deviceRoute } from './deviceApproval.js'
import { createDevices } from './devices.js'
import type { MailSettings } from './mailSettings.js'
import { noticeMail } from './mails.js'
import { createProjectLoad, defaultCeiling } from './projectLoad.js'
import { createProofOfWork } from './proofOfWork.js'
import { createSendLimits } from './sendLimits.js'
import { startEmailRoute } from './startEmailRoute.js'
import { updateRoutes } from './updateRoutes.js'
import { verifyEmailRoute } from './verifyEmailRoute.js'

/** Log-in by a mailed code, and all notices by mail. */
export function createEmailLogin(
  parts: LoginParts & { readonly mail: MailSettings },
): LoginModule & { readonly notify: Notify; readonly consumeConfirmation: ConsumeConfirmation } {
  const { accounts, clock, hashKey, limits, log, sql } = parts
  const mailer = createSmtpMailer(parts.mail)
  const queue = createMailQueue({ mailer, clock, log })
  const codes = createCodes(hashKey)
  const alarm = createAlarm({ clock, log })
  const load = createProjectLoad({
    limits,
    alarm,
    ceiling: parts.mail.projectCeiling ?? defaultCeiling,
  })
  const emailParts = {
    ...parts,
    codes,
    queue,
    load,
    attempts: createCodeAttempts({ limits, codes, clock, alarm, load }),
    devices: createDevices({ sql, clock, accounts }),
    sendLimits: createSendLimits({ limits, load }),
    work: createProofOfWork({ hashKey, limits, clock }),
  }
  return {
    routes: [
      startEmailRoute(emailParts),
      deviceRoute(emailParts),
      verifyEmailRoute(emailParts),
      ...confirmRoutes(emailParts),
      ...updateRoutes(emailParts),
    ],
    pages: devicePages(emailParts),
    metrics: alarm.render,
    consumeConfirmation: createConsumeConfirmation(emailParts),
    async notify({ accountId, ...notice }, signal) {
      const to = await accounts.readEmail(accountId)
      if (to === null) return
      signal.throwIfAborted()
      // Awaited because the next step may depend on the notice.
      await mailer.send(noticeMail({ to, ...notice, at: clock.now() }))
    },
    async stop() {
      queue.stop()
    },
  }
}
