import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { announceWallet } from '../announceWallet.js'

announceWallet()
createLatchkey({ projectId: 'bench', networks: [mainnet, base], families: [eip155()] })
