import { createWalletClient } from '@latchkey/pairing/wallet'
import { createRoot } from 'react-dom/client'
import { createFamilies } from '../families/index.js'
import { sampleNamespaces } from '../families/sampleFamily.js'
import { createKeyring } from '../keys/keyring.js'
import { browserClock, browserEnvironment, browserStorage } from './model/browserPorts.js'
import { createPhone } from './model/createPhone.js'
import { loadLocal } from './model/local.js'
import { readQuery } from './model/query.js'
import { createSelectionMemory } from './model/selection.js'
import { createRemote } from './remote.js'
import './style/tokens.css'
import './style/page.css'
import './style/controls.css'
import './style/sheet.css'
import { App } from './views/App.js'

const balanceInterval = 15_000

async function start(root: HTMLElement) {
  const local = await loadLocal('/local.json')
  const { uri, script } = readQuery(location.search)
  const client = createWalletClient({
    // Without a configured relay, try the page's own host.
    relayUrls: [local.relay ?? location.origin.replace(/^http/, 'ws')],
    projectId: local.projectId,
    metadata: {
      name: 'Sample Wallet',
      description: 'A wallet for trying things out',
      url: location.origin,
      icons: [`${location.origin}/icon.svg`],
    },
    storage: browserStorage,
    WebSocket,
    clock: browserClock,
    environment: browserEnvironment,
  })
  const phone = createPhone({
    client,
    keyring: createKeyring(),
    families: createFamilies(sampleNamespaces),
    local,
    script,
    selection: createSelectionMemory(localStorage),
  })
  window.phoneWallet = createRemote(phone)
  createRoot(root).render(<App phone={phone} />)
  await phone.restore()
  // A pairing link works once, so remove it before a reload.
  if (uri) {
    history.replaceState(null, '', '/')
    const problem = await phone.pair(uri)
    if (problem) phone.notify({ tone: 'bad', text: problem })
  }
  void phone.refresh()
  setInterval(() => {
    if (browserEnvironment.visible()) void phone.refresh()
  }, balanceInterval)
}

const root = document.getElementById('root')
if (root) void start(root)
