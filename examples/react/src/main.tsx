import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import {
  createLatchkey,
  LatchkeyButton,
  LatchkeyNetworkButton,
  LatchkeyProvider,
} from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { Greeting } from './Greeting'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})

const app = document.querySelector('#app')
if (app) {
  createRoot(app).render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyButton />
      <LatchkeyNetworkButton />
      <Greeting />
    </LatchkeyProvider>,
  )
}
