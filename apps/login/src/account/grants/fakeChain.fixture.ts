import type { ChainCall } from '../../api/chains.js'
import { createEmbeddedWallet } from '../createEmbeddedWallet.js'
import { createTestSigner } from '../testSigner.fixture.js'
import { createSiteParts } from '../walletParts.fixture.js'

export const evm = 'eip155:1'
export const never = new AbortController().signal
/** The chain's time. */
export const now = 1_800_000_000
export const paymaster = '0x00000000000000000000000000000000000face5'

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A wallet on a chain that accepts everything, where the account has one coin and ten of each token. */
export async function openFakeWallet({
  signer = createTestSigner(),
  site = createSiteParts(),
  balance = 10n ** 18n,
} = {}) {
  const sent: unknown[] = []
  const rpc: ChainCall = async (_chain, method, params) => {
    switch (method) {
      case 'eth_getBlockByNumber':
        return {
          number: '0x1',
          hash: word(1n),
          timestamp: `0x${now.toString(16)}`,
          transactions: [],
          baseFeePerGas: '0x3b9aca00',
        }
      case 'eth_getBalance':
        return `0x${balance.toString(16)}`
      case 'eth_getCode':
        return '0x'
      case 'eth_call':
        return word(balance)
      case 'eth_estimateGas':
        return '0x5208'
      case 'eth_sendRawTransaction':
        sent.push(params)
        return word(1n)
      default:
        return '0x1'
    }
  }
  const bundler: ChainCall = async (_chain, method, params) => {
    if (method === 'eth_sendUserOperation') sent.push(params)
    const gas = { callGasLimit: '0x1', verificationGasLimit: '0x1', preVerificationGas: '0x1' }
    return method === 'eth_estimateUserOperationGas' ? gas : { transactionHash: word(1n) }
  }
  const parts = {
    ...site,
    signer: async () => signer,
    preferredType: () => 'smartAccount' as const,
    chains: [{ id: evm, name: 'One', coin: { symbol: 'ETH', decimals: 18 }, hasBundler: true }],
    rpc,
    bundler,
    balances: async () => [],
    paymasterOf: () => paymaster as `0x${string}`,
  }
  const wallet = createEmbeddedWallet(parts)
  const accounts = (await wallet.accounts(evm, never)).map(
    ({ address }) => address as `0x${string}`,
  )
  const [smart, eoa] = accounts
  if (!smart || !eoa) throw new Error('There are no accounts')
  const prepare = (method: string, params: unknown) =>
    wallet.prepare({ method, params, chainId: evm }, never)
  const run = async (method: string, params: unknown) =>
    (await prepare(method, params)).execute(never)
  return { wallet, parts, signer, site, sent, smart, eoa, prepare, run }
}
