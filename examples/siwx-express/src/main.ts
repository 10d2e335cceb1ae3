import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { backendSessions, createMessenger, createSiwx } from 'latchkey/siwx'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
  siwx: createSiwx({
    messenger: createMessenger({ statement: 'Sign in to see your orders.' }),
    storage: backendSessions({ url: '/api/siwx' }),
  }),
})

const status = find('#status')
const orders = find<HTMLButtonElement>('#orders')
const signOut = find<HTMLButtonElement>('#sign-out')
const result = find('#result')

latchkey.subscribeSession(({ session }) => {
  orders.disabled = signOut.disabled = !session
  status.textContent = session ? `Signed in as ${session.data.accountAddress}` : 'Not signed in'
  result.textContent = ''
})

orders.addEventListener('click', async () => {
  const response = await fetch('/api/orders')
  result.textContent = await response.text()
})
signOut.addEventListener('click', () => latchkey.signOut())

function find<element extends HTMLElement>(selector: string): element {
  const found = document.querySelector<element>(selector)
  if (!found) throw new Error(`${selector} is missing`)
  return found
}
