import { formatSignInMessage } from '@latchkey/pairing/session'
import { type AuthenticationRequest, narrowAuthPayload } from '@latchkey/pairing/wallet'
import { stringToHex } from 'viem'
import { chainIdOf, networkOf } from '../../chain/network.js'
import type { Keyring } from '../../keys/keyring.js'
import { describeRequest } from '../../requests/describeRequest.js'
import { abilitiesOf } from './abilities.js'
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
  { id, requester, payload, methods: requested }: AuthenticationRequest,
  { client, keyring, local }: Parts,
): SignInItem {
  const dapp = dappOf(requester.metadata)
  const { chains: known, methods: supported } = evmFamily(keyring, local)
  const chains = payload.chains.filter((chain) => known.includes(chain))
  const methods = requested.filter((method) => supported.includes(method))
  const [chain] = chains
  const scope = { chains, methods }
  const obstacle = obstacleIn(payload, chain)
  const accountOf = (account: number) => `${chain}:${keyring.address(account)}`
  return {
    kind: 'sign-in',
    key: `sign-in:${id}`,
    id,
    dapp,
    ...(obstacle && { obstacle }),
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
        fields: [
          ...description.fields,
          { label: 'It can', value: abilitiesOf(methods).join(', ') },
          { label: 'Networks', value: networks },
        ],
        ...(obstacle && { warning: { title: 'Cannot connect', advice: obstacle } }),
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

function obstacleIn(
  { exp }: AuthenticationRequest['payload'],
  chain: string | undefined,
): string | undefined {
  if (chain === undefined) return 'The app uses none of the networks of this wallet.'
  return exp !== undefined && !(Date.parse(exp) > Date.now())
    ? 'This sign-in has expired.'
    : undefined
}
