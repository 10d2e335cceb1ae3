import { BrowserProvider } from 'ethers'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { createEthersBridge } from 'latchkey/ethers'
import { base, mainnet } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})
const bridge = createEthersBridge({ latchkey, provider: BrowserProvider })

const sign = document.querySelector<HTMLButtonElement>('#sign')
const result = document.querySelector('#result')

const show = (text: string) => {
  if (result) result.textContent = text
}

bridge.subscribe(() => {
  if (sign) sign.disabled = !latchkey.getAccount('eip155').isConnected
})

sign?.addEventListener('click', async () => {
  try {
    const signer = await bridge.getSigner()
    show(await signer.signMessage('Hello from my site'))
  } catch (error) {
    show(error instanceof Error ? error.message : String(error))
  }
})
