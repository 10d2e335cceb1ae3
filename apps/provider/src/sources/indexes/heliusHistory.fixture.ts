import type { StandInRequest, StandInResponse } from '../onramp/drivers/standIn.fixture.js'

export type SignatureFact = {
  readonly signature: string
  readonly slot: number
  readonly payer: string
}

/**
 * Helius' enhanced transactions as published, of an account and its token accounts, newest first:
 * https://www.helius.dev/docs/enhanced-transactions/transaction-history
 */
export function answerHeliusHistory(
  facts: readonly SignatureFact[],
  { query }: StandInRequest,
): StandInResponse {
  const before = query.get('before-signature')
  const start = before === null ? 0 : facts.findIndex(({ signature }) => signature === before) + 1
  const rows = facts
    .slice(start, start + Number(query.get('limit')))
    .map(({ signature, slot, payer }) => ({
      description: '',
      type: 'TRANSFER',
      source: 'SYSTEM_PROGRAM',
      fee: 5000,
      feePayer: payer,
      signature,
      slot,
      timestamp: slot * 10,
      tokenTransfers: [],
      nativeTransfers: [],
      accountData: [{ account: payer, nativeBalanceChange: -5000, tokenBalanceChanges: [] }],
      transactionError: null,
      instructions: [],
      events: {},
    }))
  return { body: rows }
}
