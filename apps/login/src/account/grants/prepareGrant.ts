import { maxContextLength, type StoredGrant, saltOf } from '@latchkey/wire/login/grants'
import {
  encodeContext,
  encodePermissionEpoch,
  hashPermission,
  type Permission,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { accountContracts, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseBlock,
  parseData,
  parseLooseQuantity,
} from '@latchkey/wire/rpc/eip155'
import { encodeFunctionData, erc20Abi } from 'viem'
import { bytesToHex } from 'viem/utils'
import type { ChainCall, Chains } from '../../api/chains.js'
import { unreachable } from '../../api/timeout.js'
import { accountAddresses, accountCreation } from '../accountCalls.js'
import type { Holding, PreparedAction } from '../action.js'
import type { Accounts } from '../createReads.js'
import type { RpcCall } from '../embeddedWallet.js'
import { chainNumber, readGasPrice, signHash } from '../evmAccount.js'
import type { Coin } from '../feeLimits.js'
import { foreignAccount, permissionErrors } from '../walletErrors.js'
import { limitGrant } from './limitGrant.js'
import { readGrantRequest } from './readGrantRequest.js'

export type GrantParts = {
  readonly rpc: ChainCall
  readonly prices: Chains['prices']
  /** The site that asks, from the handshake. */
  readonly origin: string
  /** Stores it for the wallet's other devices. */
  store(grant: Pick<StoredGrant, 'context' | 'nonce' | 'names'>, signal: AbortSignal): Promise<void>
}

/** What an operation of a key costs at most, usually. */
const operationGas = 400_000n
const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'
/** The id of the network's coin where tokens have addresses. */
const coinId = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Reads a request for a permission. Confirming it signs the permission and stores it. */
export async function prepareGrant(
  parts: GrantParts,
  { signer, eoa, smart }: Accounts,
  chain: { readonly coin: Coin; readonly paymaster: Hex | undefined },
  { method, params, chainId }: RpcCall,
  signal: AbortSignal,
): Promise<PreparedAction> {
  const { rpc, origin } = parts
  if (smart.version === 1) throw permissionErrors.noPermissions()
  const request = readGrantRequest(method, params, chainId)
  if (request.account !== undefined && request.account !== smart.address.toLowerCase()) {
    throw foreignAccount()
  }
  const names = request.limits.targets.map(({ name }) => name)
  const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)
  const [now, price, isDeployed, keyCode] = await Promise.all([
    readTime(rpc, chainId, signal),
    readGasPrice(rpc, chainId, signal),
    smart.isDeployed(chainId, signal),
    rpc(chainId, 'eth_getCode', [request.key, 'latest'], signal),
  ])
  // A contract has no key, so it could never use the permission. A delegated account has both.
  const code = parseData(keyCode)
  if (code !== '0x' && !code?.startsWith('0xef0100')) {
    throw permissionErrors.unsupported('contracts as keys')
  }
  const { permission, changes } = limitGrant(request, {
    now,
    coin: chain.coin,
    epoch: isDeployed ? await readEpoch(rpc, chainId, smart.address, signal) : 0n,
    salt: saltOf(origin, { nonce, names }),
    paymaster: parseAddress(chain.paymaster),
    operationFee: operationGas * price.maxFeePerGas,
    forbidden: new Set(
      [
        ...accountAddresses(eoa.address),
        eoa.address,
        entryPointAddress,
        permit2,
        ...Object.values(accountContracts).flatMap((one) => [one.factory, one.implementation]),
        ...(chain.paymaster ? [chain.paymaster] : []),
      ].map((one) => one.toLowerCase()),
    ),
  })
  const creation = accountCreation(eoa.address, smart.version)
  const account = smart.address
  const toContext = (signature: Hex) =>
    encodeContext({ account, chainId: chainNumber(chainId), permission, signature, ...creation })
  if (toContext(`0x${'00'.repeat(65)}`).length > maxContextLength) {
    throw permissionErrors.tooBroad('too many functions')
  }
  const holdings = readHoldings(parts, chainId, account, permission, signal)
  // Avoids an unhandled rejection: the visitor may reject before the network responds.
  holdings.catch(() => undefined)
  return {
    action: { kind: 'grant', chainId, account, permission, names, changes, now, holdings },
    async execute(ended) {
      const id = hashPermission(permission, account, chainNumber(chainId))
      const context = toContext(await signHash(signer, id))
      // The site gets it only once every device can see and revoke it.
      await parts.store({ context, nonce, names }, ended)
      return request.toResult({
        account,
        expiry: permission.validUntil,
        feeLimit: permission.feeLimit,
        maxCalls: permission.maxCalls,
        context,
        creation: isDeployed ? undefined : creation,
      })
    },
  }
}

/** The chain's own time: visitors' clocks are often wrong. */
async function readTime(rpc: ChainCall, chainId: string, signal: AbortSignal): Promise<number> {
  const block = await rpc(chainId, 'eth_getBlockByNumber', ['latest', false], signal)
  const { timestamp } = parseBlock(block) ?? {}
  if (timestamp === undefined) throw unreachable()
  return Number(timestamp)
}

async function readEpoch(rpc: ChainCall, chainId: string, to: Hex, signal: AbortSignal) {
  const call = { to, data: encodePermissionEpoch() }
  const epoch = parseLooseQuantity(await rpc(chainId, 'eth_call', [call, 'latest'], signal))
  if (epoch === undefined) throw unreachable()
  return epoch
}

/** The balances of everything the key could spend, fees included. Without prices if there are none. */
async function readHoldings(
  { rpc, prices }: GrantParts,
  chainId: string,
  account: Hex,
  { allowances }: Permission,
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const tokens = [...new Set([zeroAddress, ...allowances.map(({ token }) => token)])]
  const idOf = (token: string) => `${chainId}:${token === zeroAddress ? coinId : token}`
  const known = await prices(tokens.map(idOf), signal).catch(() => new Map<string, number>())
  return Promise.all(
    tokens.map(async (token) => ({
      token,
      balance: await readBalance(rpc, chainId, token, account, signal),
      price: known.get(idOf(token).toLowerCase()),
    })),
  )
}

async function readBalance(
  rpc: ChainCall,
  chainId: string,
  token: Hex,
  account: Hex,
  signal: AbortSignal,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const answer =
    token === zeroAddress
      ? rpc(chainId, 'eth_getBalance', [account, 'latest'], signal)
      : rpc(chainId, 'eth_call', [{ to: token, data }, 'latest'], signal)
  const balance = parseLooseQuantity(await answer)
  if (balance === undefined) throw unreachable()
  return balance
}
