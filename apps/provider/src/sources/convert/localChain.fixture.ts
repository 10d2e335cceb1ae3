import {
  type LocalEvm,
  type LocalEvmOptions,
  startLocalEvm,
} from '@latchkey/dev-stack/startLocalEvm'
import type { TestAccount } from '@latchkey/dev-stack/testAccounts'
import { waitForReceipt } from '@latchkey/dev-stack/waitForReceipt'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { mainnet } from 'viem/chains'
import type { ServedNodes } from '../../nodes/createNodes.js'
import { createLongTimeoutNodes, hastyClock } from '../../testing/longTimeoutNodes.js'

/** A local chain with an exchange and names, and the provider's client for it. */
export async function startLocalChain(options: Partial<LocalEvmOptions> = {}) {
  const chain = await startLocalEvm({ chainId: 1, ...options })
  return {
    chain,
    nodes: createLongTimeoutNodes([chain.settings]),
    /** The same chain with no reachable node. */
    deadNodes: createDeadNodes(chain),
    account(index: number): TestAccount {
      const account = chain.accounts[index]
      if (!account) throw new Error(`There is no account ${index}.`)
      return account
    },
    /** Sends a transaction and waits for its receipt. */
    async send(
      account: TestAccount,
      transaction: { to: Hex; data?: Hex; value?: bigint; gas?: bigint },
    ) {
      const wallet = createWalletClient({
        account,
        chain: mainnet,
        transport: http(chain.url),
      }).extend(publicActions)
      const hash = await wallet.sendTransaction(transaction)
      return waitForReceipt(wallet, hash)
    },
    stop: () => chain.stop(),
  }
}

function createDeadNodes({ settings }: LocalEvm): ServedNodes {
  const chains = [{ ...settings, upstreams: ['http://127.0.0.1:9'] }]
  return createLongTimeoutNodes(chains, { clock: hastyClock })
}
