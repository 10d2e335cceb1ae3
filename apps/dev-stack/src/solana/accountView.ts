import { type EncodedAccount, getBase58Decoder, getBase64Decoder } from '@solana/kit'
import type { Ledger } from './Ledger.js'
import { parseTokenData } from './tokenAccount.js'

export type AccountConfig = {
  readonly encoding?: string
  readonly dataSlice?: { readonly offset: number; readonly length: number }
}

/** An account in the requested encoding. */
export function viewAccount(ledger: Ledger, account: EncodedAccount, config: AccountConfig = {}) {
  return {
    data: viewData(ledger, account, config),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: 0,
    space: account.data.length,
  }
}

function viewData(ledger: Ledger, account: EncodedAccount, { encoding, dataSlice }: AccountConfig) {
  if (encoding === 'jsonParsed') {
    const parsed = parseTokenData(account, ledger.decimalsOf)
    if (parsed !== undefined) return parsed
  }
  const { offset = 0, length = account.data.length } = dataSlice ?? {}
  const data = account.data.slice(offset, offset + length)
  if (encoding === undefined || encoding === 'binary') return getBase58Decoder().decode(data)
  if (encoding === 'base58') return [getBase58Decoder().decode(data), 'base58']
  return [getBase64Decoder().decode(data), 'base64']
}
