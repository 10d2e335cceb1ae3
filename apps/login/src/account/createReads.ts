import { methodPolicy } from '@latchkey/wire/frame/methodPolicy'
import type { TokenBalance } from '@latchkey/wire/http/balance'
import type { StoredGrant } from '@latchkey/wire/login/grants'
import type { FrameSettings } from '@latchkey/wire/login/page'
import { type Hex, parseAddress, parseHash, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { ChainCall, Chains } from '../api/chains.js'
import { withTimeout } from '../api/timeout.js'
import type { Signer } from '../vault/signer.js'
import { type Asset, readAssetsRequest, toAsset, toChain } from './assets.js'
import { readCallsStatus, type SentBatch } from './callsStatus.js'
import type { AccountType, RpcCall } from './embeddedWallet.js'
import type { Eoa } from './eoa.js'
import { chainNumber, type EvmAccount } from './evmAccount.js'
import { listOf } from './evmRequests.js'
import type { GrantParts } from './grants/prepareGrant.js'
import { permissionTypes, policyTypes } from './grants/readLimits.js'
import {
  describeExecutions,
  describeGrant,
  readGrantStatus,
  type SiteGrant,
} from './grants/signedGrant.js'
import type { SmartAccount } from './smartAccount.js'
import { batchErrors, foreignAccount, invalidParams, unsupportedMethod } from './walletErrors.js'

const bundlerMethods: ReadonlySet<string> = new Set([
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

/** Answers requests that need no consent, on EVM chains. */
export function createReads({
  parts,
  open,
  accountsOn,
  hasBundler,
  batches,
  listGrants,
}: {
  readonly parts: WalletParts
  open(signal: AbortSignal): Promise<Accounts>
  accountsOn(chainId: string, accounts: Accounts): readonly EvmAccount[]
  hasBundler(chainId: string): boolean
  readonly batches: ReadonlyMap<string, SentBatch>
  listGrants(signal: AbortSignal): Promise<readonly SiteGrant[]>
}): (call: RpcCall, signal: AbortSignal) => Promise<unknown> {
  const { rpc, bundler, chains } = parts
  const evmChains = chains.map(({ id }) => id).filter((id) => id.startsWith('eip155:'))

  async function ownAccount(address: unknown, signal: AbortSignal): Promise<EvmAccount> {
    const requested = parseAddress(address)
    const { eoa, smart } = await open(signal)
    const found = [eoa, smart].find((account) => account.address.toLowerCase() === requested)
    if (!found) throw foreignAccount()
    return found
  }

  /** EIP-5792. Only the requested chains. */
  async function capabilities(params: unknown, signal: AbortSignal) {
    const [address, requested] = listOf(params ?? [], 0, 2)
    const account = address === undefined ? undefined : await ownAccount(address, signal)
    if (requested !== undefined && !Array.isArray(requested)) {
      throw invalidParams('The chains are no list')
    }
    const chainIds = requested?.map((chain: unknown) => toChain(String(chain)))
    const listed = evmChains.filter((chain) => !chainIds || chainIds.includes(chain))
    const accounts = await open(signal)
    const entries = await Promise.all(
      listed.map(async (chain) => {
        const used = account ?? accountsOn(chain, accounts)[0]
        const isSmart = used?.type === 'smartAccount'
        if (isSmart && !hasBundler(chain)) return []
        const isAtomic = isSmart || (await isDelegated(accounts.eoa, chain, signal))
        const feeTokens = isSmart ? (parts.tokenFeesOf(chain)?.tokens ?? []) : []
        const canGrant = isSmart && accounts.smart.version === 2
        const capability = {
          atomic: { status: isAtomic ? 'supported' : 'unsupported' },
          assetDiscovery: { supported: true },
          permissions: canGrant ? permissionSupport : { supported: false },
          paymasterService: { supported: isSmart && parts.paymasterOf(chain) !== undefined },
          // Our own: no standard names the tokens in which a wallet takes fees.
          tokenFees: { supported: feeTokens.length > 0, tokens: feeTokens },
        }
        return [[hexChain(chain), capability] as const]
      }),
    )
    return Object.fromEntries(entries.flat())
  }

  async function callsStatus({ params, chainId }: RpcCall, signal: AbortSignal) {
    const [id] = listOf(params, 1, 1)
    if (typeof id !== 'string') throw invalidParams('The id is no text')
    const known = batches.get(id)
    const hash = parseHash(id)
    const { eoa } = await open(signal)
    const owner = eoa.address.toLowerCase() as Hex
    const about = { rpc, bundler, hasBundler, owner }
    if (known) return readCallsStatus(about, id, known, true, signal)
    if (!hash) throw batchErrors.unknown()
    return readCallsStatus(about, id, { chainId, hash }, false, signal)
  }

  async function assets(params: unknown, signal: AbortSignal) {
    const request = readAssetsRequest(params)
    const { address } = await ownAccount(request.account, signal)
    const requested = request.chains ?? evmChains
    if (requested.some((chain) => !evmChains.includes(chain))) throw batchErrors.chain()
    const entries = await Promise.all(
      requested.map(async (chain) => {
        const balances = await parts.balances(address, chain, signal)
        const listed = balances
          .filter((balance) => balance.chainId === chain)
          .map(toAsset)
          .filter(
            (asset): asset is Asset => asset !== undefined && request.isRequested(chain, asset),
          )
          .map((asset) =>
            request.isLowerCase ? { ...asset, type: asset.type.toLowerCase() } : asset,
          )
        return [hexChain(chain), listed] as const
      }),
    )
    return Object.fromEntries(entries)
  }

  /** The permissions of this site that are valid now. Those of other sites are none of its business. */
  async function grants(signal: AbortSignal): Promise<readonly SiteGrant[]> {
    const own = (await listGrants(signal)).filter(({ origin }) => origin === parts.origin)
    const isValid = await Promise.all(
      own.map(async (grant) => !(await readGrantStatus(rpc, grant, signal)).revoked),
    )
    return own.filter((_, index) => isValid[index])
  }

  /** By type, for the current draft of ERC-7715. */
  async function supportedPermissions(signal: AbortSignal) {
    const { smart } = await open(signal)
    if (smart.version === 1) return {}
    const chainIds = evmChains.filter(hasBundler).map(hexChain)
    const support = { chainIds, ruleTypes: ['expiry'] }
    return Object.fromEntries(permissionTypes.map((type) => [type, support]))
  }

  return async (call, signal) => {
    const { method, params, chainId } = call
    if (methodPolicy(method) !== 'safe') throw unsupportedMethod(method)
    switch (method) {
      case 'eth_accounts':
        return accountsOn(chainId, await open(signal)).map(({ address }) => address)
      case 'eth_chainId':
        return hexChain(chainId)
      case 'wallet_getCapabilities':
        return capabilities(params, signal)
      case 'wallet_getCallsStatus':
        return callsStatus(call, signal)
      case 'wallet_getAssets':
        return assets(params, signal)
      case 'wallet_getGrantedPermissions':
        return (await grants(signal)).map(describeGrant)
      case 'wallet_getGrantedExecutionPermissions':
        return (await grants(signal)).flatMap(describeExecutions)
      case 'wallet_getSupportedExecutionPermissions':
        return supportedPermissions(signal)
      default: {
        const given = listOf(params ?? [], 0, 16)
        if (!bundlerMethods.has(method)) return rpc(chainId, method, given, signal)
        if (!hasBundler(chainId)) throw unsupportedMethod(method)
        return bundler(chainId, method, given, signal)
      }
    }
  }
}

/** How long a chain may delay what the others can do. */
const capabilityLimit = 3_000

/** False also if the chain does not respond. */
async function isDelegated(eoa: Eoa, chainId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const read = (bounded: AbortSignal) => eoa.readDelegation(chainId, bounded)
    return (await withTimeout(capabilityLimit, signal, read)).status === 'own'
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** ERC-7715. */
const permissionSupport = {
  supported: true,
  signerTypes: ['keys', 'key', 'account'],
  keyTypes: ['secp256k1'],
  permissionTypes,
  policyTypes,
}

function hexChain(chainId: string): Hex {
  return toQuantity(BigInt(chainNumber(chainId)))
}

export type WalletParts = {
  /** Opens the keys once, then returns the same signer. */
  signer(signal: AbortSignal): Promise<Signer>
  /** The visitor's preference. Chains without smart accounts use the EOA. */
  preferredType(): AccountType
  readonly chains: FrameSettings['chains']
  readonly rpc: ChainCall
  readonly bundler: ChainCall
  balances(address: string, chainId: string, signal: AbortSignal): Promise<readonly TokenBalance[]>
  readonly prices: Chains['prices']
  readonly paymaster: Chains['paymaster']
  /** The only contract that may pay operations on a chain; undefined for none. */
  paymasterOf(chainId: string): Hex | undefined
  /** The contract that takes fees in tokens on a chain, and the tokens; undefined for none. */
  tokenFeesOf(chainId: string): { paymaster: Hex; tokens: readonly Hex[] } | undefined
  /**
   * Where to ask a site's paymaster; undefined unless it is the provider's or the site's own. Without a
   * URL, the provider's.
   */
  paymasterUrl(chainId: string, url?: string): string | undefined
  readonly projectId: string
  /** The site, from the handshake. */
  readonly origin: string
  readonly grants: {
    store: GrantParts['store']
    list(signal: AbortSignal): Promise<readonly StoredGrant[]>
  }
}

/** The accounts of one signer. */
export type Accounts = {
  readonly signer: Signer
  readonly eoa: Eoa
  readonly smart: SmartAccount
  /** The key's smart accounts of every version. */
  readonly own: readonly Hex[]
}
