import { parseAccounts } from '@latchkey/wire/rpc/polkadot'
import type { AttachParameters, ChainAdapter, ChainSession } from '../../core/connection/family.js'
import { MalformedAnswerError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createWalletRequester } from '../shared/walletRequest.js'
import {
  accountsOn,
  getApprovedKeys,
  getApprovedNetworks,
  keysOf,
  type PolkadotKey,
} from './accounts.js'
import type { PolkadotOptions } from './index.js'
import { createSession } from './session.js'

/** Polkadot over any transport: accounts and signatures. */
export function createAdapter({ ss58Prefixes }: PolkadotOptions = {}): ChainAdapter {
  return {
    namespace: 'polkadot',
    pairingNeeds: (networks) => ({
      chains: networks.filter(({ namespace }) => namespace === 'polkadot').map(({ id }) => id),
      methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
      events: ['accountsChanged', 'chainChanged'],
    }),
    attach: (parameters) => attach(parameters, ss58Prefixes),
    verifyMessage: async (signed) =>
      (await lazyImport(import('./verifyMessage.js'))).verifyMessage(signed),
  }
}

async function attach(
  parameters: AttachParameters,
  prefixes: PolkadotOptions['ss58Prefixes'],
): Promise<ChainSession | undefined> {
  const { transport, mode, network, networks, signal } = parameters
  const { clock } = parameters.ports
  const approval = transport.approved?.()
  const keys = approval ? getApprovedKeys(approval) : await requestKeys(parameters)
  signal.throwIfAborted()
  // Wallets restrict accounts to networks, and paired ones name their networks.
  const ids = [
    network.id,
    ...networks().map(({ id }) => id),
    ...(approval ? getApprovedNetworks(approval) : []),
  ]
  const networkId = ids.find((id) => accountsOn(keys, id, prefixes).length > 0)
  if (networkId === undefined) {
    if (mode === 'silent') return undefined
    throw new MalformedAnswerError('polkadot_requestAccounts')
  }
  return createSession({ transport, clock, keys, networkId, prefixes })
}

function requestKeys({
  transport,
  mode,
  ports,
  signal,
}: AttachParameters): Promise<readonly PolkadotKey[]> {
  const request = createWalletRequester({ transport, clock: ports.clock, signal })
  const mayPrompt = mode === 'ask'
  return request({
    method: mayPrompt ? 'polkadot_requestAccounts' : 'polkadot_getAccounts',
    isConnecting: true,
    timeout: mayPrompt ? limits.walletDecisionWait : limits.walletSilentWait,
    parse: parseKeys,
  })
}

function parseKeys(response: unknown): readonly PolkadotKey[] | undefined {
  const accounts = parseAccounts(response)
  return accounts && keysOf(accounts)
}
