import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})

const sign = document.querySelector<HTMLButtonElement>('#sign')
const result = document.querySelector('#result')

latchkey.subscribeAccount(({ isConnected }) => {
  if (sign) sign.disabled = !isConnected
})

sign?.addEventListener('click', async () => {
  if (!result) return
  try {
    result.textContent = await latchkey.signMessage('Hello from my site')
  } catch (error) {
    result.textContent = error instanceof Error ? error.message : String(error)
  }
})
