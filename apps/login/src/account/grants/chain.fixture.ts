import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalEvm, localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { developmentProjectId, startApi } from '@latchkey/provider/startApi'
import {
  encodeKeySignature,
  encodePermittedCalls,
  type PermittedCall,
  parseContext,
  permissionNonceKey,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { vi } from 'vitest'
import { type Chains, createChains } from '../../api/chains.js'
import { createEmbeddedWallet } from '../createEmbeddedWallet.js'
import { type Operation, operationHash, toRpcOperation } from '../operation.js'
import { createTestSigner } from '../testSigner.fixture.js'
import { createSiteParts } from '../walletParts.fixture.js'

export const chainId = 'eip155:1'
export const never = new AbortController().signal

/** A local chain with a provider whose paymaster pays for `calls` of the development project. */
export async function startGrantChain({ sponsors = true } = {}): Promise<GrantChain> {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-grants-'))
  const [chain, database] = await Promise.all([
    startLocalEvm({ chainId: 1 }),
    openDatabase({ dataDir }),
  ])
  const api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    bundler: { chains: [chainId], executorKey: chain.executor.privateKey },
    paymaster: {
      contracts: { [chainId]: localAddresses.sponsorPaymaster },
      signerKey: chain.sponsor.privateKey,
      policies: sponsors
        ? [
            {
              name: 'tokens',
              project: developmentProjectId,
              chains: [chainId],
              calls: [{ to: localAddresses.usdc }],
              budget: { perAccountPerDay: '1', perDay: '1', total: '1' },
            },
          ]
        : [],
    },
  })
  const chains = createChains({ fetch, apiUrl: api.url, projectId: developmentProjectId })
  const client: PublicClient = createPublicClient({
    chain: mainnet,
    transport: http(chain.url),
  })
  return {
    chain,
    chains,
    client,
    apiUrl: api.url,
    stop: async () => {
      for (const end of [api.stop, database.stop, chain.stop]) await end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type GrantChain = {
  readonly chain: LocalEvm
  readonly chains: Chains
  readonly client: PublicClient
  readonly apiUrl: string
  stop(): Promise<void>
}

/** A wallet on that chain, with some coins and tokens in its smart account. */
export async function openGrantWallet(
  { chain, chains, apiUrl }: GrantChain,
  { signer = createTestSigner(), ether = '1', units = 5_000_000n, site = createSiteParts() } = {},
) {
  const wallet = createEmbeddedWallet({
    ...site,
    ...chains,
    signer: async () => signer,
    preferredType: () => 'smartAccount',
    chains: [
      { id: chainId, name: 'Ethereum', coin: { symbol: 'ETH', decimals: 18 }, hasBundler: true },
    ],
    paymasterOf: () => localAddresses.sponsorPaymaster,
    paymasterUrl: (_chain, url) =>
      url === undefined || url.startsWith(apiUrl)
        ? `${apiUrl}/v1/paymaster?chainId=${chainId}&projectId=${developmentProjectId}`
        : undefined,
  })
  const [smart, eoa] = (await wallet.accounts(chainId, never)).map(
    ({ address }) => address as Address,
  ) as [Address, Address]
  if (ether !== '0') await chain.rpc('anvil_setBalance', smart, toHex(parseEther(ether)))
  if (units > 0n) await giveTokens(chain, smart, units)
  const run = async (method: string, params: unknown) =>
    (await wallet.prepare({ method, params, chainId }, never)).execute(never)
  return { wallet, signer, site, smart, eoa, run }
}

async function giveTokens(chain: GrantChain['chain'], to: Address, units: bigint): Promise<void> {
  const from = chain.faucet.address
  const data = transfer(to, units)
  await chain.rpc('anvil_impersonateAccount', from)
  const hash = await chain.rpc<Hex>('eth_sendTransaction', { from, to: localAddresses.usdc, data })
  await vi.waitFor(async () => {
    if (!(await chain.rpc('eth_getTransactionReceipt', hash))) throw new Error('Not mined yet')
  })
}

export const transfer = (to: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] })

const nonceAbi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/** A site's key, as its server uses it. */
export function createSiteKey({ chains, client }: GrantChain) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { bundler } = chains
  return {
    address: account.address,
    publicKey: account.publicKey,
    /** Sends calls with a permission. Rejects if the account refuses them. */
    async send(context: Hex, calls: readonly PermittedCall[]) {
      const parsed = parseContext(context)
      if (!parsed) throw new TypeError('Not a context')
      const { account: sender, permission, signature, factory, factoryData } = parsed
      const isDeployed = (await client.getCode({ address: sender })) !== undefined
      const { baseFeePerGas } = await client.getBlock()
      const maxPriorityFeePerGas = 1_000_000_000n
      const draft: Operation = {
        sender,
        nonce: await client.readContract({
          address: entryPointAddress,
          abi: nonceAbi,
          functionName: 'getNonce',
          args: [sender, permissionNonceKey(permission)],
        }),
        ...(!isDeployed && { factory, factoryData }),
        callData: encodePermittedCalls(permission, calls),
        callGasLimit: 0n,
        verificationGasLimit: 0n,
        preVerificationGas: 0n,
        maxPriorityFeePerGas,
        maxFeePerGas: 2n * (baseFeePerGas ?? 0n) + maxPriorityFeePerGas,
        signature: '0x',
      }
      const sign = async (operation: Operation) => {
        const hash = operationHash(operation, 1)
        const own = await account.sign({ hash })
        return {
          hash,
          params: toParams({ ...operation, signature: encodeKeySignature(own, signature) }),
        }
      }
      const toParams = (operation: Operation) => [toRpcOperation(operation), entryPointAddress]
      const { params } = await sign(draft)
      const gas = (await bundler(chainId, 'eth_estimateUserOperationGas', params, never)) as Record<
        'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas',
        Hex
      >
      const signed = await sign({
        ...draft,
        callGasLimit: BigInt(gas.callGasLimit),
        verificationGasLimit: BigInt(gas.verificationGasLimit),
        preVerificationGas: BigInt(gas.preVerificationGas),
      })
      await bundler(chainId, 'eth_sendUserOperation', signed.params, never)
      return vi.waitFor(
        async () => {
          const found = [signed.hash]
          const receipt = await bundler(chainId, 'eth_getUserOperationReceipt', found, never)
          if (receipt === null) throw new Error('Not mined yet')
          return receipt as { readonly success: boolean }
        },
        { timeout: 60_000, interval: 50 },
      )
    },
  }
}
