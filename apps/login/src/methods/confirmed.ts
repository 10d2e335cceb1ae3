import { confirmPresence, startConfirmation } from '@latchkey/wire/login/email'
import { isRefusal } from '../api/refusal.js'
import type { SignedIn } from '../session/account.js'
import { newProof } from '../session/flows.js'
import type { Frame } from './frame.js'

/** Does what is only done for somebody who has just shown that it is them; asks for a code if need be. */
export async function confirmed(
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
      sent: flow,
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
