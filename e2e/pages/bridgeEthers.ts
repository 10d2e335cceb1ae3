import { BrowserProvider } from 'ethers'
import { createLatchkey } from 'latchkey'
import { createEthersBridge } from 'latchkey/ethers'
import { localPolling, openShop } from './bridgeShop.js'
import { siteOptions } from './site.js'

const latchkey = createLatchkey(siteOptions())
window.latchkey = latchkey

const bridge = createEthersBridge({ latchkey, provider: BrowserProvider })
openShop({
  account: () => latchkey.getAddress(),
  chainId: () => Number(latchkey.getChainId()),
  sign: async (text) => (await bridge.getSigner()).signMessage(text),
  send: async (to, value) => {
    bridge.getProvider().pollingInterval = localPolling
    const sent = await (await bridge.getSigner()).sendTransaction({ to, value })
    const receipt = await sent.wait()
    return `${sent.hash} ${receipt?.status === 1 ? 'success' : 'reverted'}`
  },
  switchTo: (id) =>
    bridge.getProvider().send('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }]),
  subscribe: bridge.subscribe,
})
