import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { createLatchkey, LatchkeyConnectButton } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { announceWallet } from '../announceWallet.js'

announceWallet()
createLatchkey({ projectId: 'bench', networks: [mainnet, base], families: [eip155()] })
createRoot(document.querySelector('#root') as HTMLElement).render(<LatchkeyConnectButton />)
