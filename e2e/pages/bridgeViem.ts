import { createLatchkey } from 'latchkey'
import { createViemBridge } from 'latchkey/viem'
import { localPolling, openShop } from './bridgeShop.js'
import { siteOptions } from './site.js'

const latchkey = createLatchkey(siteOptions())
window.latchkey = latchkey

const bridge = createViemBridge({ latchkey })
openShop({
  account: () => bridge.getClients().walletClient?.account.address,
  chainId: () => bridge.getClients().publicClient?.chain.id,
  sign: async (message) => {
    const wallet = bridge.getWalletClient()
    const signature = await wallet.signMessage({ message })
    const { address } = wallet.account
    const isRight = await bridge.getPublicClient().verifyMessage({ address, message, signature })
    return isRight ? signature : 'not verified'
  },
  send: async (to, value) => {
    const hash = await bridge.getWalletClient().sendTransaction({ to, value })
    const { status } = await bridge
      .getPublicClient()
      .waitForTransactionReceipt({ hash, pollingInterval: localPolling })
    return `${hash} ${status}`
  },
  switchTo: (id) => bridge.getWalletClient().switchChain({ id }),
  subscribe: bridge.subscribe,
})
