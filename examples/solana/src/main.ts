import { createLatchkey } from 'latchkey'
import { solanaDevnet, solanaMainnet } from 'latchkey/networks'
import { type SolanaProvider, solana } from 'latchkey/solana'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [solanaMainnet, solanaDevnet],
  families: [solana()],
})

const sign = document.querySelector<HTMLButtonElement>('#sign')
const result = document.querySelector('#result')

latchkey.subscribeAccount(({ isConnected }) => {
  if (sign) sign.disabled = !isConnected
}, 'solana')

sign?.addEventListener('click', async () => {
  if (!result) return
  try {
    const provider = latchkey.getProvider('solana') as SolanaProvider
    const signature = await provider.signMessage(new TextEncoder().encode('Hello from my site'))
    result.textContent = Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
  } catch (error) {
    result.textContent = error instanceof Error ? error.message : String(error)
  }
})
