import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { mainnet } from 'latchkey/networks'

/** A thousand wallets to scroll through: the directory is the bench's. */
const latchkey = createLatchkey({
  projectId: 'bench',
  providerUrl: 'https://provider.bench.example',
  relayUrls: ['wss://relay.bench.example'],
  networks: [mainnet],
  families: [eip155()],
})
Object.assign(globalThis, { latchkey })
