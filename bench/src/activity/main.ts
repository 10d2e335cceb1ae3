import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { mainnet } from 'latchkey/networks'
import { announceWallet } from '../announceWallet.js'

/** Ten thousand transactions to scroll through: the wallet says yes, the answers are the bench's. */
announceWallet({
  eth_accounts: [],
  eth_requestAccounts: [`0x${'a'.repeat(40)}`],
  eth_chainId: '0x1',
})
const latchkey = createLatchkey({
  projectId: 'bench',
  providerUrl: 'https://provider.bench.example',
  networks: [mainnet],
  families: [eip155()],
})
Object.assign(globalThis, { latchkey })
