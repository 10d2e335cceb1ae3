import type { LoginParts } from '../../LoginParts.js'
import { loginError } from '../../session/loginError.js'
import type { Session } from '../../session/sessions.js'
import type { Wallets } from '../Wallets.js'
import { isStartedBy, parseRecoveryDetails } from './recoveryFlow.js'

type FirstWalletParts = Pick<LoginParts, 'flows'> & { readonly wallets: Pick<Wallets, 'has'> }

/**
 * Whether the account's first wallet needs the same approval as a recovery: a visitor can be
 * tricked into reading out a number, and the frame that creates the wallet knows its key.
 */
export async function needsFirstWalletApproval(
  { wallets }: Pick<FirstWalletParts, 'wallets'>,
  { accountId, isByNumber }: Session,
): Promise<boolean> {
  return isByNumber && !(await wallets.has(accountId))
}

/** Throws `needs-approval` unless this frame may create the account's first wallet. */
export async function assertFirstWalletApproved(
  { flows, wallets }: FirstWalletParts,
  session: Session,
): Promise<void> {
  if (!(await needsFirstWalletApproval({ wallets }, session))) return
  for (const flow of await flows.listRecoveries(session.accountId)) {
    const details = parseRecoveryDetails(flow)
    if (!isStartedBy(details, session) || details.setDevice !== undefined) continue
    // A concurrent cancel wins. The state stays, so that a second attempt works.
    if (await flows.transition(flow, { from: ['approved', 'told'], to: 'told' })) return
  }
  throw loginError('needs-approval')
}
