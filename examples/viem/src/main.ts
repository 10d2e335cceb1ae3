import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { createViemBridge } from 'latchkey/viem'
import { formatEther } from 'viem'
import { base, mainnet } from 'viem/chains'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})
// With viem's own chains, so that reads can be gathered by multicall.
const bridge = createViemBridge({ latchkey, chains: [mainnet, base] })

const sign = document.querySelector<HTMLButtonElement>('#sign')
const result = document.querySelector('#result')

const show = (text: string) => {
  if (result) result.textContent = text
}

bridge.subscribe(async ({ walletClient, publicClient }) => {
  if (sign) sign.disabled = walletClient === undefined
  if (!walletClient || !publicClient) return
  const { address } = walletClient.account
  const balance = await publicClient.getBalance({ address })
  show(`${formatEther(balance)} ${publicClient.chain.nativeCurrency.symbol}`)
})

sign?.addEventListener('click', async () => {
  try {
    show(await bridge.getWalletClient().signMessage({ message: 'Hello from my site' }))
  } catch (error) {
    show(error instanceof Error ? error.message : String(error))
  }
})
