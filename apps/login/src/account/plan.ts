import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { Call, Sponsorship } from './action.js'
import type { Estimate, EvmAccount, Sent } from './evmAccount.js'
import type { SmartAccount } from './smartAccount.js'
import { isPaymasterFault, type Sponsor, SponsorError, toSponsorError } from './sponsor.js'

/** What a request costs, who pays it, and how to send it. */
export type Plan<sent = Sent> = {
  readonly estimate: Pick<Estimate, 'fee'>
  /** Set if somebody offered to pay. */
  readonly sponsorship?: Sponsorship | undefined
  send(ended: AbortSignal): Promise<sent>
}

/** The account itself pays. */
export async function planCalls(
  account: EvmAccount,
  chainId: string,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<Plan> {
  const estimate = await account.estimate(chainId, calls, signal)
  return { estimate, send: (ended) => account.send(chainId, calls, estimate, ended) }
}

/** A sponsor pays; if it refuses, the account can. */
export async function planOperation(
  smart: SmartAccount,
  chainId: string,
  callData: Hex,
  sponsor: Sponsor | undefined,
  signal: AbortSignal,
): Promise<Plan> {
  const plan = async (payer?: Sponsor): Promise<Plan & { readonly estimate: Estimate }> => {
    const estimate = await smart.estimateData(chainId, callData, signal, payer)
    return {
      estimate,
      send: (ended) => smart.sendData(chainId, callData, estimate, ended, payer),
    }
  }
  if (!sponsor) return plan()
  try {
    const paid = await plan(sponsor)
    return { ...paid, sponsorship: { status: 'paid', name: paid.estimate.sponsored?.name } }
  } catch (fault) {
    const error = isPaymasterFault(fault) ? toSponsorError(fault) : fault
    if (!(error instanceof SponsorError)) throw error
    const sponsorship = { status: 'refused', why: error.failure.message } as const
    return { ...(await plan()), sponsorship }
  }
}
