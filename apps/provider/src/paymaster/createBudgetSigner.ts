import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import type { Hex } from 'viem'
import type { Estimate, ReadEstimate } from '../bundler/createEstimates.js'
import type { Fees } from '../bundler/fees.js'
import { getOperationHash, type Operation } from '../bundler/operation.js'
import type { Sender } from '../bundler/senders.js'
import type { Clock } from '../clock.js'
import type { Settlement } from './createSettlement.js'
import type { ReadNonce } from './nonces.js'
import { rejected, shortageMessages } from './rejections.js'
import type { Budget, Shortage, SponsorStore } from './sponsorStore.js'
import { getMaxCost, type SponsoredOperation } from './sponsorship.js'

/** An operation with the paymaster's placeholder, and who may pay for it. */
type BudgetRequest = {
  readonly chain: NetworkId
  readonly draft: SponsoredOperation
  readonly account: Sender
  readonly projectId: string
  /** The first one with a budget left pays. */
  readonly payers: readonly { readonly name: string; readonly budget: Budget }[]
  sign(validUntil: number): Promise<SponsoredOperation>
}

/** Returns the signed operation once the most it can cost is reserved. Throws a BundlerError. */
export type SignWithinBudget = (
  request: BudgetRequest,
  signal: AbortSignal,
) => Promise<SponsoredOperation>

/** How long a signature is valid; rounded up to a minute, so that a repeated request is the same. */
const validitySeconds = 300
const minute = 60
/** How far above the bundler's own estimate a limit may be, in percent. */
const maxExcess = 150n

export function createBudgetSigner({
  store,
  settlement,
  readNonce,
  readEstimate,
  fees,
  clock,
}: {
  readonly store: Pick<SponsorStore, 'reserve'>
  readonly settlement: Pick<Settlement, 'start'>
  readonly readNonce: ReadNonce
  readonly readEstimate: ReadEstimate
  readonly fees: Pick<Fees, 'assertAcceptable'>
  readonly clock: Clock
}): SignWithinBudget {
  return async ({ chain, draft, account, projectId, payers, sign }, signal) => {
    const { sender, nonce, paymaster } = draft
    const [estimate, following] = await Promise.all([
      readEstimate(chain, draft, account, signal),
      readNonce(chain, sender, nonce >> 64n, 'latest', signal),
      fees.assertAcceptable(chain, draft, signal),
      settlement.start(chain, signal),
    ])
    // It could never be included, and would keep a part of the budget.
    if (following > nonce) throw rejected('nonce-used', shortageMessages['nonce-used'])
    assertNoExcess(draft, estimate)
    const now = Math.ceil(clock.now() / 1_000)
    const validUntil = Math.ceil((now + validitySeconds) / minute) * minute
    const signed = await sign(validUntil)
    const reservation = {
      ...{ chain, paymaster, projectId, sender, nonce, validUntil },
      hash: getOperationHash(signed, Number(referenceOf(chain))),
      owner: account.owner.toLowerCase() as Hex,
      maxCost: getMaxCost(signed),
    }
    let shortage: Shortage | undefined
    for (const { name, budget } of payers) {
      const result = await store.reserve({ ...reservation, policy: name }, budget)
      // Only now may the signature leave this process.
      if (result === 'reserved') return signed
      shortage ??= result
    }
    throw rejected(shortage ?? 'policy', shortage ? shortageMessages[shortage] : '')
  }
}

/** Limits far above what is needed would reserve a budget, or pay a bundler for nothing. */
function assertNoExcess(operation: Operation, estimate: Estimate): void {
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const) {
    const max = (estimate[name] * maxExcess) / 100n
    if (operation[name] > max) throw rejected('gas', `${name} is above ${max}.`)
  }
}
