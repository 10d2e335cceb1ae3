import { randomBytes } from 'node:crypto'
import { startInbox } from '@latchkey/dev-stack/startInbox'
import type { LogLine } from '../../log.js'
import { createSignInMail } from '../../login/email/createSignInMail.js'
import type { TestWallet } from '../../sources/signIn/wallets.fixture.js'
import type { CallOptions, TestApi } from '../../testing/apiFixture.js'
import type { SignInApi } from './signInApi.fixture.js'
import { getNonce, openSignInApis, sendSigned, shopSite, toMessage } from './signInApi.fixture.js'

/** Hosted sign-in with a real mail server. No chain: its wallets sign with keys. */
export async function startEmailApis(count: number, settings: { projectCeiling?: number } = {}) {
  const inbox = await startInbox()
  const hashKey = randomBytes(32)
  const log: LogLine[] = []
  const noNodes = {
    chains: [],
    call: async () => {
      throw new Error('There is no chain.')
    },
  }
  const mail = { url: inbox.smtpUrl, from: 'Shop <login@login.example>', ...settings }
  const opened = await openSignInApis(count, noNodes, ({ sql, clock }) =>
    createSignInMail({ sql, clock, hashKey, settings: mail, log: (line) => log.push(line) }),
  )

  async function mailsTo(address: string) {
    const path = `/messages?to=${encodeURIComponent(address)}`
    const response = await fetch(new URL(path, inbox.url))
    const { messages } = (await response.json()) as {
      messages: { code: string; subject: string }[]
    }
    return messages
  }

  return {
    ...opened,
    log,
    mailsTo,
    inboxUrl: inbox.url,
    /** The newest code, once `count` mails have come. */
    async codeTo(address: string, count = 1): Promise<string> {
      for (;;) {
        const mails = await mailsTo(address)
        if (mails.length >= count) return mails[0]?.code ?? 'none'
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    stop: async () => {
      await opened.stop()
      await inbox.stop()
    },
  }
}

/** Asks for a code as a page does: without a content type of JSON. */
export function requestCode(
  api: TestApi,
  wallet: TestWallet,
  email: unknown,
  options: CallOptions = shopSite,
) {
  const account = `${wallet.chainId}:${wallet.accountAddress}`
  const headers = { ...options.headers, 'content-type': 'text/plain;charset=UTF-8' }
  return api.post('/auth/v1/otp', JSON.stringify({ email, account }), { ...options, headers })
}

export function confirmCode(
  api: TestApi,
  uuid: string,
  code: unknown,
  options: CallOptions = shopSite,
) {
  const headers = { ...options.headers, 'x-otp': uuid }
  return api.send('PUT', '/auth/v1/otp', JSON.stringify({ code }), { ...options, headers })
}

/** Signs in with an email among the resources, and the code's id if there is one. */
export async function signInWithEmail(
  api: TestApi,
  wallet: TestWallet,
  {
    resources,
    uuid,
    options = shopSite,
  }: {
    readonly resources?: readonly string[]
    readonly uuid?: string | undefined
    readonly options?: CallOptions
  },
) {
  const { nonce, token } = await getNonce(api, options)
  const message = toMessage(wallet, nonce, resources ? { resources } : {})
  const headers = { ...options.headers, ...(uuid !== undefined && { 'x-otp': uuid }) }
  const signed = { message, signature: await wallet.sign(message) }
  return sendSigned(api, signed, token, { ...options, headers })
}

export type { SignInApi }
