import { formatSignInMessage } from '@latchkey/pairing/session'
import { type AuthenticationRequest, narrowAuthPayload } from '@latchkey/pairing/wallet'
import { stringToHex } from 'viem'
import { chainIdOf, networkOf } from '../../chain/network.js'
import type { Keyring } from '../../keys/keyring.js'
import { describeRequest } from '../../requests/describeRequest.js'
import { dappOf } from './dapp.js'
import type { Local } from './local.js'
import type { PhoneClient } from './phoneClient.js'
import { evmFamily } from './phoneFamily.js'
import type { SignInItem } from './phoneState.js'

type Parts = {
  readonly client: PhoneClient
  readonly keyring: Keyring
  readonly local: Local
}

/** One-click sign-in: connects and proves the account with a single signature. */
export function signInItem(
  { id, requester, payload }: AuthenticationRequest,
  { client, keyring, local }: Parts,
): SignInItem {
  const dapp = dappOf(requester.metadata)
  const { chains: known, methods } = evmFamily(keyring, local)
  const chains = payload.chains.filter((chain) => known.includes(chain))
  const [chain] = chains
  const scope = { chains, methods }
  const accountOf = (account: number) => `${chain}:${keyring.address(account)}`
  return {
    kind: 'sign-in',
    key: `sign-in:${id}`,
    id,
    dapp,
    ...(chain === undefined && { obstacle: 'The app uses none of the networks of this wallet.' }),
    description(account) {
      const address = keyring.address(account)
      const text = formatSignInMessage(narrowAuthPayload(payload, accountOf(account), scope))
      const call = { kind: 'message', address, raw: stringToHex(text), text } as const
      const chainId = chainIdOf(chain ?? '') ?? 1
      const description = describeRequest(call, { requester: dapp.name, host: dapp.host, chainId })
      const networks = chains.map((one) => networkOf(chainIdOf(one) ?? 0).name).join(', ')
      return {
        ...description,
        title: 'Connect and sign in',
        fields: [...description.fields, { label: 'Networks', value: networks }],
      }
    },
    approve: (account) =>
      client.signIn({
        id,
        account: accountOf(account),
        ...scope,
        sign: (message) => keyring.account(account).signMessage({ message }),
      }),
  }
}
