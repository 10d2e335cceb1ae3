import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { createSiwx, hostedSessions } from 'latchkey/siwx'

// A local provider: see "npm start" of the Latchkey repository.
const providerUrl: string = import.meta.env.VITE_PROVIDER_URL ?? 'http://localhost:8787'
const projectId: string = import.meta.env.VITE_PROJECT_ID ?? 'my-site'

const sessions = hostedSessions({ providerUrl, projectId })
const latchkey = createLatchkey({
  projectId,
  providerUrl,
  networks: [mainnet, base],
  families: [eip155()],
  siwx: createSiwx({ storage: sessions }),
})

const status = find('#status')
const signOut = find<HTMLButtonElement>('#sign-out')
const form = find<HTMLFormElement>('form')
const save = find<HTMLButtonElement>('form button')
const result = find('#result')

latchkey.subscribeSession(async ({ session }) => {
  signOut.disabled = save.disabled = !session
  status.textContent = session ? `Signed in as ${session.data.accountAddress}` : 'Not signed in'
  result.textContent = session ? await readNickname() : ''
})

signOut.addEventListener('click', () => latchkey.signOut())
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  // The provider keeps it with the account.
  await sessions.setSessionAccountMetadata({ nickname: new FormData(form).get('nickname') })
  result.textContent = await readNickname()
})

async function readNickname(): Promise<string> {
  const { appKitAccount } = await sessions.getSessionAccount()
  const nickname = appKitAccount?.metadata?.nickname
  return typeof nickname === 'string' ? `Hello ${nickname}` : ''
}

function find<element extends HTMLElement>(selector: string): element {
  const found = document.querySelector<element>(selector)
  if (!found) throw new Error(`${selector} is missing`)
  return found
}
