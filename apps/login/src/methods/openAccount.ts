import { confirmPresence, startConfirmation } from '@latchkey/wire/login/email'
import { allowExport, endSession, listSessions } from '@latchkey/wire/login/session'
import { isRefusal } from '../api/refusal.js'
import type { SignedIn } from '../session/account.js'
import { newProof } from '../session/flows.js'
import type { Frame, Method } from './frame.js'

/** The account's own pages, until the person has left them. */
export const openAccount: Method<'OPEN_ACCOUNT'> = (frame) =>
  frame.shown.join('account', async (calledOff) => {
    const signedIn = await frame.account.signedIn()
    const signal = AbortSignal.any([calledOff, signedIn.signal])
    const { call, session } = signedIn
    const vault = await signedIn.vault()
    const { addresses } = await vault.open(signal)
    await frame.screens.account(
      {
        email: session.person.email ?? undefined,
        addresses,
        trust: () => vault.trust(),
        addPasskey: (ending) => vault.addPasskey(ending),
        reveal: async (ending) => {
          await confirmed(frame, signedIn, ending, () => call(allowExport, {}, ending))
          return vault.reveal(ending)
        },
        sessions: async (ending) => (await call(listSessions, {}, ending)).sessions,
        endOthers: (ending) => call(endSession, { others: true }, ending),
      },
      signal,
    )
    return undefined
  })

/** Does what is only done for somebody who has just shown that it is them; asks for a code if need be. */
async function confirmed(
  frame: Frame,
  { call, session }: SignedIn,
  signal: AbortSignal,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act()
    return
  } catch (error) {
    if (!isRefusal(error, 'needs-recent-login') || !session.person.email) throw error
  }
  const { secret, binding } = await newProof()
  let flow = await call(startConfirmation, { binding }, signal)
  await frame.screens.code(
    {
      purpose: 'confirm',
      email: session.person.email,
      expiresAt: flow.expiresAt,
      verify: async (code, ending) => {
        await call(confirmPresence, { flowId: flow.flowId, secret, code }, ending)
      },
      resend: async (ending) => {
        flow = await call(startConfirmation, { binding }, ending)
        return flow
      },
    },
    signal,
  )
  await act()
}
