import { privateKeyToAccount } from 'viem/accounts'
import signIn from '../vectors/signIn.json' with { type: 'json' }

/** The account of the wallet's user. */
export const account = privateKeyToAccount(`0x${signIn.secretKey}`)

const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const events = ['chainChanged', 'accountsChanged']

/** The namespaces the dapp requests. */
export const requested = { eip155: { chains: ['eip155:1', 'eip155:10'], methods, events } }

/** Grants everything in `ASKED`. */
export const granted = {
  eip155: {
    accounts: [`eip155:1:${account.address}`, `eip155:10:${account.address}`],
    methods,
    events,
  },
}

export const patience = { timeout: 30_000, interval: 50 }
