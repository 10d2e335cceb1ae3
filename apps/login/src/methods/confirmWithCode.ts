import {
  type ConfirmationProof,
  type ConfirmationPurpose,
  confirmPresence,
  startConfirmation,
} from '@latchkey/wire/login/email'
import { isApiError } from '../api/apiError.js'
import type { CodeRequest } from '../screens/screens.js'
import type { SignedIn } from '../session/account.js'
import { createProof } from '../session/flows.js'
import type { Frame } from './frame.js'

/** Runs `act`. If it needs a recent log-in, asks for an emailed code and runs it again. */
export async function confirmWithCode(
  frame: Frame,
  signedIn: SignedIn,
  signal: AbortSignal,
  act: () => Promise<unknown>,
): Promise<void> {
  const { call, session } = signedIn
  try {
    await act()
    return
  } catch (error) {
    if (!isApiError(error, 'needs-recent-login') || !session.person.email) throw error
  }
  const request = await mailCode(signedIn, session.person.email, {
    purpose: 'sign',
    signal,
    use: (proof, ending) => call(confirmPresence, proof, ending),
  })
  await frame.screens.code(request, signal)
  await act()
}

/** Emails a code for one purpose; `use` redeems what the user enters. */
export async function mailCode(
  { call }: SignedIn,
  email: string,
  {
    purpose,
    signal,
    use,
  }: {
    readonly purpose: ConfirmationPurpose
    readonly signal: AbortSignal
    use(proof: ConfirmationProof, signal: AbortSignal): Promise<unknown>
  },
): Promise<CodeRequest> {
  const { secret, binding } = await createProof()
  const start = (ending: AbortSignal) => call(startConfirmation, { binding, purpose }, ending)
  let flow = await start(signal)
  return {
    purpose: purpose === 'export' ? 'export' : 'confirm',
    email,
    sent: flow,
    verify: async (code, ending) => {
      await use({ flowId: flow.flowId, secret, code }, ending)
    },
    resend: async (ending) => {
      flow = await start(ending)
      return flow
    },
  }
}
