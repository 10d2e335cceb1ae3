import {
  createLatchkey,
  LatchkeyButton,
  LatchkeyNetworkButton,
  LatchkeyProvider,
  useLatchkey,
  useLatchkeyAccount,
  useLatchkeyBalance,
  useLatchkeyConnection,
  useLatchkeyConnections,
  useLatchkeyDisconnect,
  useLatchkeyEvents,
  useLatchkeyNetwork,
  useLatchkeyProvider,
  useLatchkeyState,
  useLatchkeyTheme,
  useLatchkeyWalletInfo,
} from 'latchkey/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { siteOptions } from './site.js'

const options = siteOptions()
const latchkey = createLatchkey(options)
window.latchkey = latchkey

declare global {
  interface Window {
    /** The page's own button must not open the widget. */
    refusePress?: boolean
  }
}

function ShopButton() {
  const [presses, setPresses] = useState(0)
  return (
    <LatchkeyButton
      label="Connect to the shop"
      id="wallet"
      className="wide"
      style={{ marginLeft: 3 }}
      data-presses={presses}
      onClick={(event) => {
        setPresses((count) => count + 1)
        if (window.refusePress) event.preventDefault()
      }}
    />
  )
}

/** Prints the values of the hooks. */
function Facts() {
  const { address, isConnected, status } = useLatchkeyAccount()
  const { caipNetworkId } = useLatchkeyNetwork()
  const { walletInfo } = useLatchkeyWalletInfo()
  const { open } = useLatchkeyState()
  const { walletProviderType } = useLatchkeyProvider('eip155')
  const { themeMode } = useLatchkeyTheme()
  const event = useLatchkeyEvents()?.data.event
  const facts = {
    address,
    isConnected,
    status,
    network: caipNetworkId,
    wallet: walletInfo?.name,
    provider: walletProviderType,
    open,
    theme: themeMode,
    event,
  }
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-testid={`fact-${name}`}>{String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions() {
  const { open, close } = useLatchkey()
  const { switchNetwork } = useLatchkeyNetwork()
  const { disconnect, isPending } = useLatchkeyDisconnect()
  const { setThemeMode } = useLatchkeyTheme()
  const { fetchBalance } = useLatchkeyBalance()
  const [balance, setBalance] = useState('')
  const last = options.networks.at(-1)
  return (
    <p>
      <button type="button" onClick={() => open()}>
        Open
      </button>
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        Networks
      </button>
      <button type="button" onClick={() => close()}>
        Close
      </button>
      <button type="button" onClick={() => last && switchNetwork(last)}>
        Switch to the last network
      </button>
      <button type="button" disabled={isPending} onClick={() => disconnect()}>
        Leave
      </button>
      <button type="button" onClick={() => setThemeMode('dark')}>
        Dark
      </button>
      <button
        type="button"
        onClick={async () => {
          const { data, error } = await fetchBalance()
          setBalance(data ? `${data.balance} ${data.symbol}` : error)
        }}
      >
        Read balance
      </button>
      <output data-testid="balance">{balance}</output>
    </p>
  )
}

/** The site's own list of wallets; prints the result of a change. */
function Wallets() {
  const [lastChange, setLastChange] = useState('')
  const { connections, recentConnections } = useLatchkeyConnections()
  const { connection, isPending, switchConnection, deleteConnection } = useLatchkeyConnection({
    onSuccess: (change) => setLastChange(JSON.stringify(change)),
    onError: (error) => setLastChange(String(error)),
  })
  return (
    <section data-testid="wallets" aria-busy={isPending}>
      <p data-testid="wallets-active">{connection?.name}</p>
      {[...connections, ...recentConnections].map((one) => (
        <p key={one.connectorId}>
          <button type="button" onClick={() => switchConnection({ connection: one })}>
            Use {one.name}
          </button>
          <button
            type="button"
            onClick={() =>
              deleteConnection({
                connectorId: one.connectorId,
                address: one.accounts[0]?.address ?? '',
              })
            }
          >
            Forget {one.name}
          </button>
        </p>
      ))}
      <output data-testid="wallets-last-change">{lastChange}</output>
    </section>
  )
}

const app = document.querySelector('#app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <LatchkeyProvider latchkey={latchkey}>
        <header>
          <ShopButton />
          <LatchkeyNetworkButton />
        </header>
        <main>
          <h1>A shop</h1>
          <Facts />
          <Actions />
          {options.features?.multiWallet && <Wallets />}
        </main>
      </LatchkeyProvider>
    </StrictMode>,
  )
